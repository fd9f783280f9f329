// The functions that read manifests, in a bundle that is loaded with the first manifest.

export { isKnownKind } from "../../shared/aggregate/snapshot/known-kind.ts";
export { listObjectsToFollow as objectsToFollow } from "../../shared/manifest/followed-objects.ts";
export { manifestSteps } from "../../shared/parse/manifest/parse-manifest.ts";
