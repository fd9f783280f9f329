// What reading manifests needs, in a bundle that is loaded with the first one.

export { isKnownKind } from "../shared/aggregate/known-kind.ts";
export { askedFor } from "../shared/aggregate/manifest-asked.ts";
export { manifestOf } from "../shared/parse/manifest.ts";
