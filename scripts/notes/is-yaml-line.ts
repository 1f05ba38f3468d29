const YAML_LINE = /^[ \t]*(?:#|"[^"]*"\s*:|'[^']*'\s*:|[^\s:#][^:\r\n]*:(?:\s|$)|[?-] |[-{[&!%:])/;

/** Whether a text begins as a line of YAML does: with a key, an item of a list, or a comment. */
export function isYamlLine(text: string): boolean {
  return YAML_LINE.test(text);
}
