// The functions that render documents of live objects, in a bundle that is loaded with the first document.

export { isReducedObject } from "../../shared/aggregate/snapshot/unread-fields.ts";
export { sanitizeFileName } from "../../shared/characters/sanitize-label.ts";
export { dropUnkeptFields } from "../../shared/manifest/reduced-object.ts";
export { readObjectValue } from "../../shared/parse/manifest/parse-manifest.ts";
export { comparedYaml, liveYaml } from "../../shared/render/editor/live-yaml/live-yaml.ts";
export { liveUri } from "../session/live-uri.ts";
export { buildLiveSide, isComparedInPlace } from "./live-side.ts";
