import type { Field } from "./field.ts";

/** A value with the field it stands in, so that what is wrong with it has a place. */
export interface FieldText {
  text: string;
  field: Field;
}
