/** A reference into the document's components. */
interface Reference {
  $ref: `#/components/schemas/${string}`;
}

interface Described {
  description?: string;
}

/** A JSON Schema for values of a type, as far as the API's types go. */
type ValueSchema<T> =
  | Reference
  | (Described &
      (T extends string
        ? { type: "string"; format?: string; pattern?: string }
        : T extends number
          ? { type: "integer"; minimum?: number; maximum?: number }
          : T extends readonly (infer Item)[]
            ? { type: "array"; items: ValueSchema<Item>; maxItems?: number }
            : never));

/** The keys of a type that are always there. */
type RequiredKey<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/**
 * A JSON Schema for an object type: a schema a key, none missing and none more, and in `required`
 * nothing that may be absent. The document cannot drift from the types without an error here.
 */
export interface SchemaOf<T> extends Described {
  type: "object";
  properties: { [K in keyof T]-?: ValueSchema<NonNullable<T[K]>> };
  required: RequiredKey<T>[];
}
