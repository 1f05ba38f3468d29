import type { ProblemDetails } from "../contract/problems.ts";

/** A problem document with the base path in front of the addresses that it names. */
export function underBase(document: ProblemDetails, basePath: string): ProblemDetails {
  if (basePath === "") return document;
  const { type, instance, suggestions, addresses } = document;
  const under = (address: string) => basePath + address;
  return {
    ...document,
    type: under(type),
    ...(instance !== undefined && { instance: under(instance) }),
    ...(suggestions !== undefined && { suggestions: suggestions.map(under) }),
    ...(addresses !== undefined && { addresses: addresses.map(under) }),
  };
}
