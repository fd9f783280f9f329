import type { Linked } from "../model/manifest-link.ts";
import { stampOf } from "../model/time.ts";
import { conditionParts } from "./hover-condition.ts";
import { fieldParts } from "./hover-field.ts";
import type { HoverMatter, HoverSetting } from "./hover-matter.ts";
import { objectParts } from "./hover-object.ts";
import { type Part, paragraph } from "./markdown-parts.ts";
import type { Say } from "./say.ts";
import { age } from "./words-age.ts";
import { deedTitle, otherVersionWords, placeWords, twinWords } from "./words-hover.ts";
import { unlinkedSentence } from "./words-link.ts";

/**
 * What a hover says: one plain sentence, then the evidence, then what can be done. A document without a live object says why in
 * the same place. Texts of a cluster are in it as they came: {@link Part}s are data.
 */
export function hoverParts(say: Say, matter: HoverMatter): readonly Part[] {
  const { link } = matter;
  const remarks = link.state === "linked" ? remarksOn(say, link) : [];
  return [...bodyOf(say, matter), ...remarks.map((remark) => paragraph(remark)), ...linkParts(say, matter)];
}

function bodyOf(say: Say, matter: HoverMatter): readonly Part[] {
  const { subject } = matter;
  const setting = settingOf(say, matter);
  switch (subject.about) {
    case "object":
      return objectParts(say, setting);
    case "condition":
      return conditionParts(say, subject, setting);
    case "field":
      return fieldParts(say, subject.driven, setting);
  }
}

function settingOf(say: Say, { link, document, report, place, now }: HoverMatter): HoverSetting {
  const old = place.until === undefined ? "" : age(now - place.until / 1000);
  return {
    link,
    unlinked:
      link.state === "linked" ? "" : unlinkedSentence(say, link, document.kind, document.name ?? "", place.name),
    ...(report !== undefined && { report }),
    clock: { now: stampOf(now * 1000), tells: "age" },
    place: placeWords(say, place.name, place.isFiles, place.state, old),
  };
}

/** What there is to say of a document that is linked all the same. */
function remarksOn(say: Say, { versionDiffers, twin }: Linked): readonly string[] {
  return [
    ...(versionDiffers === undefined ? [] : [otherVersionWords(say, versionDiffers)]),
    ...(twin === undefined ? [] : [twinWords(say)]),
  ];
}

function linkParts(say: Say, { deeds }: HoverMatter): readonly Part[] {
  const links = deeds.map(({ deed, command, arguments: list }) => ({
    as: "command" as const,
    title: deedTitle(say, deed),
    command,
    arguments: list,
  }));
  return links.length === 0 ? [] : [{ as: "links", links }];
}
