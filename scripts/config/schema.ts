import * as v from "valibot";
import { LANGUAGES } from "../../worker/contract/search/languages.ts";
import { EXTENSIONS } from "../content/paths.ts";
import { RULES, type RuleName, SEVERITIES } from "../diagnostics/rules.ts";

/**
 * What a `collections.yaml` may contain. Types, checks and the schema for editors
 * (`docs/collections.schema.json`, which a test writes) all come from here.
 *
 * A message continues a sentence that begins with the place of a value; that of a key is a sentence.
 */

/** The most fields that one place declares or publishes. */
const MAX_FIELDS = 500;

const isMapping = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds the issues of a value to those of the mapping that has it. */
function checkValue(
  schema: v.GenericSchema,
  item: Pick<v.ObjectPathItem, "input" | "key" | "value">,
  addIssue: Parameters<Parameters<typeof v.rawCheck>[0]>[0]["addIssue"],
): void {
  for (const { message, expected, path = [] } of v.safeParse(schema, item.value).issues ?? []) {
    const own = { type: "object", origin: "value", ...item } as const;
    addIssue({ message, expected: expected ?? "", path: [own, ...path] });
  }
}

type Keys<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

/** A mapping of these keys and no others; an unknown key's issue expects these, separated by spaces. */
function keys<Entries extends v.ObjectEntries>(entries: Entries) {
  const needed = Object.keys(entries).filter((name) => entries[name]!.type !== "exact_optional");
  const example = needed.join(" and ");
  return v.pipe(
    v.custom<Keys<Entries>>(isMapping, ({ input }) => notMapping(input, example)),
    v.rawCheck<Keys<Entries>>(({ dataset: { typed, value: input }, addIssue }) => {
      if (!typed) return;
      for (const key of needed.filter((name) => !Object.hasOwn(input, name))) {
        addIssue({ message: `needs the key \`${key}\`` });
      }
      for (const [key, value] of Object.entries(input)) {
        const item = { input, key, value };
        const entry = Object.hasOwn(entries, key) && (entries[key] as v.GenericSchema);
        if (entry) checkValue(entry, item, addIssue);
        else {
          const expected = Object.keys(entries).join(" ");
          const path: [v.ObjectPathItem] = [{ type: "object", origin: "key", ...item }];
          addIssue({ message: `Unknown key ${key}`, expected, path });
        }
      }
    }),
    v.metadata({ entries }),
  );
}

/** A mapping of any keys of a form. Unlike `v.record`, it takes `constructor` for a key like others. */
function mapping<Value extends v.GenericSchema>(key: RegExp, what: string, value: Value) {
  return v.pipe(
    v.custom<Record<string, v.InferOutput<Value>>>(isMapping, `${MAPPING}: ${EACH_KEY}`),
    v.rawCheck<Record<string, v.InferOutput<Value>>>(({ dataset, addIssue }) => {
      const input = dataset.typed ? dataset.value : {};
      for (const [name, each] of Object.entries(input)) {
        const item = { input, key: name, value: each };
        checkValue(value, item, addIssue);
        if (key.test(name)) continue;
        const message = `The name ${JSON.stringify(name)} is not valid: ${what}.`;
        addIssue({ message, path: [{ type: "object", origin: "key", ...item }] });
      }
    }),
    v.metadata({ key, value }),
  );
}

const MAPPING = "must be a mapping of keys to values";
const EACH_KEY = "write `key: value` on a line for each";

function notMapping(input: unknown, example: string): string {
  if (example !== "") return `${MAPPING}: write ${example} below it, indented further`;
  return `${MAPPING}: ${input === null ? "write `{}` for the defaults" : EACH_KEY}`;
}

const EMPTY = "must not be empty";
const isWord = (input: unknown) => typeof input === "string" || typeof input === "number";

const text = v.string(
  ({ input }) => `must be text: ${isWord(input) ? `write \`"${input}"\`` : "put it in quotes"}`,
);
const name = v.pipe(text, v.nonEmpty(EMPTY));
/** In YAML 1.2, `yes` and `no` are texts. */
const yesOrNo = v.boolean(({ input }) => {
  const [word = "", meansNo] = /^(?:(false|no|off|n)|true|yes|on|y)$/i.exec(String(input)) ?? [];
  return `must be true or false${word && `: write \`${meansNo === undefined}\``}`;
});

const scalar = v.union(
  [v.string(), v.number(), v.boolean()],
  "must be text, a number, true or false",
);

function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.picklist(options, `must be one of ${options.join(", ")}`);
}

/** Text that YAML reads as one or more items of a list. */
const PLAIN_ITEMS = /^[\p{L}\p{N}][^:#"'`[\]{}&*!|>%@\\]*$/u;

/** A list without the same item twice. */
function list<Item extends v.GenericSchema>(item: Item) {
  const whole = v.array(item, ({ input }) => {
    if (input === "any") return "must be a list: to allow any, leave it out";
    if (!isWord(input)) return "must be a list";
    const items = PLAIN_ITEMS.test(String(input)) ? input : JSON.stringify(input);
    return `must be a list: write \`[${items}]\``;
  });
  return v.pipe(
    whole,
    v.check((items) => new Set(items).size === items.length, "has an item twice"),
    v.metadata({ uniqueItems: true }),
  );
}

function described<Schema extends v.GenericSchema>(description: string, schema: Schema) {
  return v.exactOptional(v.pipe(schema, v.description(description)));
}

/** A text of a form, which its description explains. */
function form(pattern: RegExp, what: string) {
  return v.pipe(text, v.regex(pattern, `is not valid: ${what}`), v.description(`${what}.`));
}

const address = form(/^https?:\/\/\S+$/, "An address that begins with https:// or http://");
const base = form(/^https?:\/\/[^\s?#]+$/, "An address such as https://example.org/files");
const email = form(/^[^\s@]+@[^\s@]+$/, "An address of electronic mail");

const FIELD_NAME = /^(?!(?:__proto__|\d+)$)[^/{}\n]+$/;
const FIELD_NAME_FORM =
  "A key without braces or slashes, other than the fields that every note has (route, title, …), and other than a whole number, which JSON parsers would move to the front";

const SCALAR_TYPES = ["text", "number", "boolean"] as const;
const declaration = keys({
  type: described(
    "`text` (the default; numbers and dates stay as they were typed), `number`, `boolean`, or `list` (a list, or text separated by commas).",
    oneOf([...SCALAR_TYPES, "list"]),
  ),
  items: described("The type of the items of a list. Default: text.", oneOf(SCALAR_TYPES)),
  required: described("Whether a note must have the field. Default: false.", yesOrNo),
  values: described(
    "The allowed values of a text, or of each item in a list of texts. Default: any.",
    v.pipe(list(name), v.minLength(1, EMPTY)),
  ),
  description: described("What the field means, for the OpenAPI description.", name),
});

/** Only lists have items, and only texts and their lists have values. */
const field = v.pipe(
  declaration,
  v.rawCheck<v.InferOutput<typeof declaration>>(({ dataset: { typed, value }, addIssue }) => {
    if (!typed) return;
    const { type, items, values } = value;
    const check = (key: "type" | "items", options: readonly unknown[]) => {
      if (options.includes(value[key])) return;
      const path = [
        { type: "object", origin: "value", input: value, key, value: value[key] },
      ] as const;
      const isThere = value[key] !== undefined;
      const message = isThere ? `must be one of ${options.join(", ")}` : `needs the key \`${key}\``;
      addIssue({ message, ...(isThere && { path: [...path] }) });
    };
    if (items !== undefined) check("type", ["list"]);
    if (values !== undefined && type !== undefined) check("type", ["text", "list"]);
    if (values !== undefined && items !== undefined) check("items", ["text"]);
  }),
);

const tooMany = `has more than ${MAX_FIELDS} entries`;
const fields = v.pipe(
  mapping(FIELD_NAME, FIELD_NAME_FORM, field),
  v.maxEntries(MAX_FIELDS, tooMany),
);
const fieldNames = v.pipe(
  list(form(FIELD_NAME, FIELD_NAME_FORM)),
  v.maxLength(MAX_FIELDS, tooMany),
);

const FOLDER_FORM =
  "The folder of the collection's notes, relative to this file, without a slash at either end. `.` is the folder of this file";
const ROUTE_FORM =
  "The form of a route: literal segments and fields in braces, then {slug} (the file name, unchanged) or {path} (folders and file name, each turned into a slug). A field in braces stands for a folder: /recipes/{cuisine}/{slug} for recipes/thai/curry.md";

/** There is a message of its own for a route that only lacks its first slash. */
const route = v.pipe(
  text,
  v.regex(
    /^(\/([^/{}\s%?#\\]+|\{(?!(?:slug|path|__proto__)\})[^/{}\s]+\}))*\/\{(slug|path)\}$/,
    ({ input }) =>
      /^[^/]+.*\/\{(?:slug|path)\}$/.test(input)
        ? `must begin with a slash: write \`/${input}\``
        : `is not valid: ${ROUTE_FORM}`,
  ),
  v.description(`${ROUTE_FORM}.`),
);

const collection = keys({
  folder: form(/^(\.|(?!\.{1,2}(\/|$))[^/\\]+(\/(?!\.{1,2}(\/|$))[^/\\]+)*)$/, FOLDER_FORM),
  route,
  fields: described(
    "The fields that notes of this collection may have, by their front matter keys, in addition to title, summary, tags, aliases and the fields of all collections.",
    fields,
  ),
  list: described(
    "The declared fields to publish in the list, in this order. A name that is not in `fields` is a text field. Default: the top-level `list`, else none.",
    fieldNames,
  ),
  full: described(
    "The declared fields to publish in the full note, in this order. Default: the top-level `full`, else all.",
    fieldNames,
  ),
});

const api = keys({
  title: described("The name of the API.", name),
  description: described("What the notes are about, as Markdown.", text),
  site: described(
    "An address, such as https://example.org, that a note's route follows to give its page. Agents get it with search results and notes.",
    base,
  ),
  license: described(
    "The license of the notes: its name, and its SPDX identifier or its address.",
    v.pipe(
      keys({ name, identifier: v.exactOptional(text), url: v.exactOptional(address) }),
      v.maxEntries(2, "has more than 2 entries"),
    ),
  ),
  contact: described(
    "Whom to ask.",
    v.pipe(
      keys({
        name: v.exactOptional(text),
        url: v.exactOptional(address),
        email: v.exactOptional(email),
      }),
      v.minEntries(1, EMPTY),
    ),
  ),
});

/** The severity of each rule that the owner may set. */
const severities = Object.entries(RULES)
  .filter(([, { choice }]) => choice === "owner")
  .map(([rule, { asks, strict, lenient }]) => {
    const sentence = `${asks[0]!.toUpperCase()}${asks.slice(1)}.`;
    const defaults = `Default: ${strict} when strict, ${lenient} when lenient.`;
    return [rule, described(`${sentence} ${defaults}`, oneOf(SEVERITIES))] as const;
  });

export const CONFIG_SCHEMA = keys({
  collections: described(
    "The collections, by the name that notes have in `collection`. Default: each top-level folder is a collection.",
    v.pipe(
      mapping(/^[^\s/{}]+$/, "A name without spaces, slashes or braces", collection),
      v.minEntries(1, EMPTY),
    ),
  ),
  fields: described(
    "The fields that notes of all collections may have, by their front matter keys.",
    fields,
  ),
  list: described(
    "The declared fields to publish in the list, in this order, for collections without their own `list`.",
    fieldNames,
  ),
  full: described(
    "The declared fields to publish in the full note, in this order, for collections without their own `full`.",
    fieldNames,
  ),
  strict: described(
    "Whether rules have their strict or their lenient severity. Default: true if `collections` is declared, else false.",
    yesOrNo,
  ),
  tags: described("The tags that notes may have. Default: any.", list(name)),
  inlineTags: described(
    "Whether a `#tag` in the text of a note counts as one of its tags. Default: false.",
    yesOrNo,
  ),
  updated: described(
    "Whether `updated`, the date when a note was last changed, is published: from its front matter, or else from git. Default: true.",
    yesOrNo,
  ),
  markdownLinks: described(
    "Whether Markdown links to notes, such as [setup](../guide/setup.md), stay as they are (`keep`, the default) or become links to the notes' routes (`route`).",
    oneOf(["keep", "route"]),
  ),
  extensions: described(
    "The extensions of the notes. Default: md and markdown. An mdx file is read as Markdown.",
    v.pipe(list(oneOf(EXTENSIONS)), v.minLength(1, EMPTY)),
  ),
  language: described(
    "The language of the notes, in which search finds other forms of a word. Default: recognized by the commonest words of titles and summaries, else English.",
    oneOf(LANGUAGES),
  ),
  attachments: described(
    "An address, such as https://example.org/files, below which the other files of this folder are published, by their paths. Embeds, images and links point there.",
    base,
  ),
  api: described(
    "How your API is described, in its OpenAPI document and to agents: what it is about, whose it is, and on what terms its notes may be used. Default: a neutral title, and no license.",
    api,
  ),
  logseq: described(
    "Whether the folder is a Logseq graph. Default: true if there is a folder `logseq` beside `pages`.",
    yesOrNo,
  ),
  page: described(
    "Whether browsers that open the address of the API get a page to search and read the notes. Default: true.",
    yesOrNo,
  ),
  planned: described(
    "Names that wikilinks may use before their notes exist. Until then, such a link is replaced by its label.",
    list(name),
  ),
  publish: described(
    "Which notes are published that nothing withholds: `all`, or only those `marked` by a clear yes, such as `publish: true`. Default: all, unless a note has `dg-publish: true`.",
    oneOf(["all", "marked"]),
  ),
  withhold: described(
    "Fields and their values that withhold a note, such as `status: [draft, wip]`.",
    mapping(/^/, "A key", v.pipe(list(scalar), v.minLength(1, EMPTY))),
  ),
  ignore: described("Glob patterns of files to leave out, relative to this folder.", list(name)),
  rules: described(
    "The severity of each rule.",
    keys(Object.fromEntries(severities) as Partial<Record<RuleName, (typeof severities)[0][1]>>),
  ),
});

/** A `collections.yaml`, as written. */
export type ConfigFile = v.InferOutput<typeof CONFIG_SCHEMA>;
