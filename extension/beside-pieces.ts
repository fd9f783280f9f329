// What stands beside manifests, in a bundle that is loaded with the first one.

export { isKnownKind } from "../shared/aggregate/known-kind.ts";
export { isFollowed } from "../shared/aggregate/manifest-asked.ts";
export { drivingFields, writtenConditions, writtenUid } from "../shared/aggregate/manifest-fields.ts";
export { linkOf } from "../shared/aggregate/manifest-link.ts";
export { hereOf, inlayText, inlayTooltip, languageStatus } from "../shared/render/beside.ts";
export { diagnosesOf } from "../shared/render/beside-diagnoses.ts";
export { conditionText, drivenTexts } from "../shared/render/beside-fields.ts";
export { badgeOf, noticeOf, statusBarOf } from "../shared/render/beside-news.ts";
export { noticeActions, otherDocument, statusBarName } from "../shared/render/words-beside.ts";
export { languageStatusName, lensTitles } from "../shared/render/words-link.ts";
