/** Name of the file at the root of a content folder that declares its collections. */
export const CONFIG_FILE = "collections.yaml";
