import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import {
  API_BASE,
  NOTES_FOLDER,
  OPENAPI_ADDRESS,
  PAGE_ADDRESS,
  PARTS_FOLDER,
} from "../../worker/contract/addresses.ts";
import { canonicalPath } from "../../worker/http/address.ts";

/** A response as received, with the request that it answers. */
export interface Reply {
  readonly method: string;
  /** The request target: path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** How the service differs from the one that the document describes. */
export interface Differences {
  readonly basePath?: string;
  /** Whether a test makes up the files. */
  readonly hasOwnFiles?: boolean;
}

/** Of every response, of whatever status. The document says so in prose. */
const SHARED_HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

type Node = Readonly<Record<string, unknown>>;

/** Where responses are described for addresses and methods without an operation. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  // The document itself, which has the headers of any success.
  200: "NotModified",
  304: "NotModified",
  // Of the base path without a slash, to the page.
  308: "Moved",
  400: "UndecodableAddress",
  404: "AddressNotFound",
  405: "MethodNotAllowed",
  429: "TooManyRequests",
  500: "InternalError",
};

/** Checks replies against the OpenAPI document, and against the rules of caching that hold for all of them. */
export class ApiDescription {
  readonly #document: Node;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });

  /** @param file The built document. */
  constructor(file: string) {
    this.#document = JSON.parse(readFileSync(file, "utf8"));
    this.#ajv.addSchema(this.#document, "api");
  }

  /** Where a reply differs from the document. */
  faults(reply: Reply, differences: Differences = {}): string[] {
    return [...sharedFaults(reply), ...this.#describedFaults(reply, differences)];
  }

  #describedFaults(reply: Reply, { basePath = "", hasOwnFiles = false }: Differences): string[] {
    const isProblem = reply.headers["content-type"] === "application/problem+json";
    if (reply.method === "POST" && !isProblem) return this.#mcpFaults(reply);
    const address = addressOf(reply.target, basePath);
    if (address === PAGE_ADDRESS && (reply.status === 200 || reply.status === 304)) {
      return this.#pageFaults(reply);
    }
    const caching = cachingFaults(reply);
    // The document describes HEAD as GET without the body, and preflights in prose.
    if (reply.method === "OPTIONS" && reply.status === 204) return caching;
    const at = this.#responsePointer(address, reply);
    if (at === undefined) return [`no status ${reply.status} is described`];
    const isOwn = reply.status === 200 && (hasOwnFiles || address === OPENAPI_ADDRESS);
    const body = isOwn ? [] : this.#bodyFaults(at, reply);
    return [...caching, ...this.#headerFaults(at, reply), ...body];
  }

  /** The document has no operations of the Model Context Protocol; its answers have the same headers. */
  #mcpFaults(reply: Reply): string[] {
    const { status, headers, body } = reply;
    const like = status === 429 ? "TooManyRequests" : "InternalError";
    const isCached = headers["cache-control"] !== "no-store";
    const isBodyless = status === 202 && body === "" && headers["content-type"] === undefined;
    const isJson = headers["content-type"] === "application/json" && "jsonrpc" in JSON.parse(body);
    return [
      ...this.#headerFaults(["components", "responses", like], reply),
      ...(isCached ? ["cached"] : []),
      ...(isBodyless || isJson ? [] : [`content-type ${headers["content-type"]}`]),
    ];
  }

  /** The page is no part of the document; its answers have the same headers. */
  #pageFaults(reply: Reply): string[] {
    const { status, headers } = reply;
    const { "cache-control": cacheControl, "content-type": type = "" } = headers;
    const isHtml = type.startsWith("text/html") === (status === 200);
    return [
      ...this.#headerFaults(["components", "responses", "NotModified"], reply),
      ...(cacheControl === "no-cache" ? [] : [`cache-control: ${cacheControl}`]),
      ...(isHtml ? [] : [`content-type ${type}`]),
    ];
  }

  /** Path from the root of the document to the response that describes a reply. */
  #responsePointer(address: string, { method, status }: Reply): string[] | undefined {
    const path = this.#pathOf(address);
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

  #bodyFaults(at: readonly string[], { method, status, headers, body }: Reply): string[] {
    const content = this.#at([...at, "content"]);
    const type = headers["content-type"];
    if (content === undefined || method === "HEAD") return body === "" ? [] : ["a body"];
    if (type === undefined || !(type in (content as Node))) return [`content-type ${type}`];
    const json = JSON.parse(body);
    if (status >= 400 && json.status !== status) return [`the member status is ${json.status}`];
    return this.#schemaFaults([...at, "content", type, "schema"], json, "body");
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

function sharedFaults({ headers }: Reply): string[] {
  const wrong = Object.entries(SHARED_HEADERS).filter(([name, value]) => headers[name] !== value);
  return [
    ...wrong.map(([name]) => `${name}: ${headers[name]}`),
    ...(headers["access-control-expose-headers"] ? [] : ["no access-control-expose-headers"]),
    ...(/^"\w+";q=\d+;w=\d+$/.test(headers["ratelimit-policy"] ?? "") ? [] : ["ratelimit-policy"]),
    ...(/^"\w+";r=\d+;t=\d+$/.test(headers.ratelimit ?? "") ? [] : ["ratelimit"]),
  ];
}

function cachingFaults({ status, headers }: Reply): string[] {
  const isTagged = status === 200 || status === 304;
  const lifetime = isTagged || status === 308 ? "public, max-age=300" : "no-store";
  const { etag, "cache-control": cacheControl, "content-encoding": encoding } = headers;
  const tag = encoding === undefined ? /^"[0-9a-z-]+"$/ : /^W\/"[0-9a-z-]+"$/;
  return [
    ...(cacheControl === lifetime ? [] : [`cache-control: ${cacheControl}`]),
    ...(tag.test(etag ?? "") === isTagged ? [] : [`etag: ${etag}`]),
  ];
}

/** Without the base path; an address elsewhere is none of the document's. */
function addressOf(target: string, basePath: string): string {
  const path = canonicalPath(new URL(`http://localhost${target}`).pathname, basePath) ?? "";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
}
