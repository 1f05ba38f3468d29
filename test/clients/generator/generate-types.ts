import openapiTS, { astToString } from "openapi-typescript";

/**
 * The TypeScript declarations that `openapi-typescript` makes of an OpenAPI document.
 *
 * @param document The document as JSON text.
 */
export async function generateTypes(document: string): Promise<string> {
  return astToString(await openapiTS(document));
}
