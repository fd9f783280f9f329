import type { LinkedObject } from "../../../model/manifest/link.ts";
import { formatStamp } from "../../../model/time.ts";
import { formatAge } from "../../../outline/ages.ts";
import type { Translate } from "../../../outline/translate.ts";
import { unlinkedSentence } from "../../../outline/words/manifest-link.ts";
import { actionTitle, hoverPlaceText, otherVersionWords, twinWords } from "../../words/editor/hover.ts";
import { conditionParts } from "./condition.ts";
import { fieldParts } from "./field.ts";
import type { HoverMatter, HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";
import { objectParts } from "./object.ts";

/**
 * The content of a hover: one plain sentence, then causes and actions, then the evidence. For a document without a live object
 * the sentence gives the reason. Texts of a cluster are not yet escaped: {@link MarkdownPart}s are data.
 */
export function hoverParts(say: Translate, matter: HoverMatter): readonly MarkdownPart[] {
  const { link, subject } = matter;
  const setting = settingOf(say, matter);
  const remarks = link.state === "linked" ? remarksOn(say, link) : [];
  const links = [...remarks.map((remark) => paragraphPart(remark)), ...linkParts(say, matter)];
  switch (subject.about) {
    case "object":
      return objectParts(say, setting, links);
    case "condition":
      return [...conditionParts(say, subject, setting), ...links];
    case "field":
      return [...fieldParts(say, subject.driven, setting), ...links];
  }
}

function settingOf(say: Translate, matter: HoverMatter): HoverSetting {
  const { link, document, report, place, kubectl = "kubectl", now } = matter;
  const old = place.until === undefined ? "" : formatAge(now - place.until / 1000);
  return {
    link,
    unlinked:
      link.state === "linked" ? "" : unlinkedSentence(say, link, document.kind, document.name ?? "", place.name),
    ...(report !== undefined && { report }),
    kubectl,
    clock: { now: formatStamp(now * 1000), tells: "age" },
    place: hoverPlaceText(say, place.name, place.isFiles, place.state, old),
  };
}

/** Remarks on a document that is linked nevertheless. */
function remarksOn(say: Translate, { versionDiffers, twin }: LinkedObject): readonly string[] {
  return [
    ...(versionDiffers === undefined ? [] : [otherVersionWords(say, versionDiffers)]),
    ...(twin === undefined ? [] : [twinWords(say)]),
  ];
}

function linkParts(say: Translate, { deeds }: HoverMatter): readonly MarkdownPart[] {
  const links = deeds.map(({ deed, command, arguments: list }) => ({
    as: "command" as const,
    title: actionTitle(say, deed),
    command,
    arguments: list,
  }));
  return links.length === 0 ? [] : [{ as: "links", links }];
}
