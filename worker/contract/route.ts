/**
 * The page route of a note, such as `/languages/python` or `/terms/data-structures/hash-table`.
 *
 * A route starts with `/`, is in Unicode form NFC, is not percent-encoded, and has neither an empty
 * segment nor a trailing slash. `markdown` links to notes by their routes, and the address of a note
 * is `/api/v1/notes` + route + `.json`.
 */
export type Route = string & { readonly __brand: "Route" };
