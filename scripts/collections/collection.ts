/** A field that only some collections have. */
export type OptionalField = "category" | "domain";

/** What a collection asks of a field. */
export interface FieldRule {
  /** Default: false. */
  required?: boolean;
  /** The allowed values. Default: any. */
  values?: readonly string[];
}

/** A collection as `collections.yaml` declares it, or as it follows from the folders. */
export interface Collection {
  name: string;
  /** Relative to the content folder, with `/`, in Unicode form NFC; empty for the notes at the root. */
  folder: string;
  /** The form of a route, such as `/terms/{domain}/{slug}`. */
  route: string;
  fields: Readonly<Partial<Record<OptionalField, FieldRule>>>;
  /** The optional fields of a list element. */
  list: readonly OptionalField[];
  /** The optional fields of a full note. */
  full: readonly OptionalField[];
}
