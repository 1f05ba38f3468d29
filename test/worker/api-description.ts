import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import {
  API_BASE,
  NOTES_FOLDER,
  OPENAPI_ADDRESS,
  PARTS_FOLDER,
} from "../../worker/contract/addresses.ts";
import { canonicalPath } from "../../worker/http/address.ts";
import type { Reply } from "./reply.ts";

type Node = Readonly<Record<string, unknown>>;

/** Where responses are described for addresses and methods without an operation. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  // The document itself, which has the headers of any success.
  200: "NotModified",
  304: "NotModified",
  400: "UndecodableAddress",
  404: "AddressNotFound",
  405: "MethodNotAllowed",
  429: "TooManyRequests",
  500: "InternalError",
};

/** Checks replies against the OpenAPI document. */
export class ApiDescription {
  readonly #document: Node;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });

  /** @param file The built document. */
  constructor(file: string) {
    this.#document = JSON.parse(readFileSync(file, "utf8"));
    this.#ajv.addSchema(this.#document, "api");
  }

  /** Where a reply differs from the document. */
  faults(reply: Reply): string[] {
    // The document describes HEAD as GET without the body, and preflights in prose.
    if (reply.method === "OPTIONS" && reply.status === 204) return [];
    const at = this.#responsePointer(reply);
    if (at === undefined) return [`no status ${reply.status} is described`];
    return [...this.#headerFaults(at, reply), ...this.#bodyFaults(at, reply)];
  }

  /** Path from the root of the document to the response that describes a reply. */
  #responsePointer({ method, target, status }: Reply): string[] | undefined {
    const path = this.#pathOf(addressOf(target));
    const names =
      path !== undefined && (method === "GET" || method === "HEAD")
        ? ["paths", path, "get", "responses", String(status)]
        : ["components", "responses", ELSEWHERE[status] ?? ""];
    return this.#resolve(names);
  }

  #pathOf(address: string): string | undefined {
    const paths = Object.keys(this.#document.paths as Node);
    const folder = [NOTES_FOLDER, PARTS_FOLDER].find((each) => address.startsWith(each));
    return paths.find((path) =>
      folder ? `${API_BASE}${path}`.startsWith(`${folder}{`) : API_BASE + path === address,
    );
  }

  // No header that is described for a response is optional, and none of the API's own may be missing
  // from the description.
  #headerFaults(at: readonly string[], { headers }: Reply): string[] {
    const described = Object.keys((this.#at([...at, "headers"]) ?? {}) as Node);
    const own = Object.keys(this.#at(["components", "headers"]) as Node);
    const undescribed = own.filter(
      (name) => headers[name.toLowerCase()] !== undefined && !described.includes(name),
    );
    const faulty = described.flatMap((name) => {
      const header = this.#resolve([...at, "headers", name]) ?? [];
      const value = headers[name.toLowerCase()];
      if (value === undefined) return [`no ${name}`];
      const isNumber = this.#at([...header, "schema", "type"]) === "integer";
      return this.#schemaFaults([...header, "schema"], isNumber ? Number(value) : value, name);
    });
    return [...undescribed.map((name) => `${name} is not described`), ...faulty];
  }

  #bodyFaults(at: readonly string[], { method, target, status, headers, body }: Reply): string[] {
    if (addressOf(target) === OPENAPI_ADDRESS && status === 200) return [];
    const content = this.#at([...at, "content"]);
    const type = headers["content-type"];
    if (content === undefined || method === "HEAD") return body === "" ? [] : ["a body"];
    if (type === undefined || !(type in (content as Node))) return [`content-type ${type}`];
    return this.#schemaFaults([...at, "content", type, "schema"], JSON.parse(body), "body");
  }

  #schemaFaults(at: readonly string[], value: unknown, what: string): string[] {
    const escaped = at.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"));
    const validate = this.#validator(`api#/${escaped.map(encodeURIComponent).join("/")}`);
    if (validate(value)) return [];
    return [`${what}: ${this.#ajv.errorsText(validate.errors)}`];
  }

  #validator(id: string): ValidateFunction {
    const validate = this.#ajv.getSchema(id);
    if (validate === undefined) throw new Error(`${id} is not in the document`);
    return validate;
  }

  /** The path after following a `$ref`; `undefined` if nothing is there. */
  #resolve(names: readonly string[]): string[] | undefined {
    const node = this.#at(names) as Node | undefined;
    if (node === undefined) return undefined;
    return typeof node.$ref === "string" ? node.$ref.split("/").slice(1) : [...names];
  }

  #at(names: readonly string[]): unknown {
    let node: unknown = this.#document;
    for (const name of names) node = (node as Node | undefined)?.[name];
    return node;
  }
}

function addressOf(target: string): string {
  return canonicalPath(target.split("?", 1)[0] ?? "", "") ?? "";
}
