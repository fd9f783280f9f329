// The functions that surfaces beside manifests need, in a bundle that is loaded with the first manifest.

export { isKnownKind, isRootKind } from "../../shared/aggregate/snapshot/known-kind.ts";
export {
  listDrivingFields,
  readWrittenConditions,
  readWrittenUid,
} from "../../shared/manifest/driving-fields.ts";
export { isFollowed } from "../../shared/manifest/followed-objects.ts";
export { linkManifest } from "../../shared/manifest/link-manifest.ts";
export { annotatedPlace } from "../../shared/render/editor/annotations/annotated-place.ts";
export {
  fileBadge,
  statusBarBeside,
  statusBarText,
} from "../../shared/render/editor/annotations/badge-and-status-bar.ts";
export { changeNotice } from "../../shared/render/editor/annotations/change-notice.ts";
export { manifestDiagnostics } from "../../shared/render/editor/annotations/diagnostics.ts";
export { conditionText, drivenTexts } from "../../shared/render/editor/annotations/field-hints.ts";
export { inlayText, inlayTooltip, languageStatus } from "../../shared/render/editor/annotations/inlay-and-status.ts";
export { refusedDiagnostic, refusedStatus } from "../../shared/render/editor/annotations/refused-manifest.ts";
export { contextMark, markedContext } from "../../shared/render/editor/context-mark.ts";
