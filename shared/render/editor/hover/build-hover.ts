import { definedFields } from "../../../model/defined-fields.ts";
import { currentCluster } from "../../../model/kubectl-command.ts";
import type { LinkedObject, VersionDiffers } from "../../../model/manifest/link.ts";
import type { LinkState } from "../../../model/report-change.ts";
import { formatStamp } from "../../../model/time.ts";
import { formatAge } from "../../../outline/ages.ts";
import { linkActionTitle, unlinkedSentence } from "../manifest-link.ts";
import { conditionParts } from "./condition.ts";
import { drivenParts } from "./field.ts";
import type { HoverInput, HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";
import { objectParts } from "./object.ts";

/** The states of a connection, behind the name of its cluster. */
const linkStateTexts: Readonly<Record<LinkState, string>> = {
  idle: "not watched",
  connecting: "connecting",
  live: "live",
  stale: "reconnecting",
  authRequired: "login needed",
  forbidden: "forbidden",
  gone: "the kind is no longer served",
  unreachable: "unreachable",
};

/**
 * The content of a hover: one plain sentence, then causes and actions, then the evidence. For a document without a live object
 * the sentence gives the reason. Texts of a cluster are not yet escaped: {@link MarkdownPart}s are data.
 */
export function hoverParts(input: HoverInput): readonly MarkdownPart[] {
  const { link, subject } = input;
  const setting = settingOf(input);
  const notes = link.state === "linked" ? documentNotes(link) : [];
  const links = [...notes.map((note) => paragraphPart(note)), ...linkParts(input)];
  switch (subject.about) {
    case "object":
      return objectParts(setting, links);
    case "condition":
      return [...conditionParts(subject, setting), ...links];
    case "field":
      return [...drivenParts(subject.driven, setting), ...links];
  }
}

function settingOf(input: HoverInput): HoverSetting {
  const { link, document, report, place, reach = currentCluster, now } = input;
  const age = place.until === undefined ? "" : formatAge(now - place.until / 1000);
  const names = { kind: document.kind, name: document.name ?? "", place: place.name, isFiles: place.isFiles };
  return {
    link,
    unlinked: link.state === "linked" ? "" : unlinkedSentence(link, names),
    ...definedFields({ report }),
    reach,
    clock: { now: formatStamp(now * 1000), format: "age" },
    place: hoverPlaceText(place.name, place.isFiles, place.state, age),
  };
}

/** What a user should know about a document that is linked nevertheless. */
function documentNotes({ versionDiffers, twin }: LinkedObject): readonly string[] {
  const notes: string[] = [];
  if (versionDiffers !== undefined) notes.push(otherVersionText(versionDiffers));
  if (twin !== undefined) notes.push("Another document in this file defines the same object");
  return notes;
}

function linkParts({ actions, place }: HoverInput): readonly MarkdownPart[] {
  const links = actions.map(({ action, command, arguments: passed }) => ({
    as: "command" as const,
    title: linkActionTitle(action, place.isFiles),
    command,
    arguments: passed,
  }));
  return links.length === 0 ? [] : [{ as: "links", links }];
}

/** Where the Report was read, and whether it is current. `age` is that of the Report, empty where it is unknown. */
function hoverPlaceText(name: string, isFiles: boolean, state: LinkState, age: string): string {
  if (isFiles) return `collected in ${name}`;
  if (state === "live") return `${name}, live`;
  if (age !== "") return `${name}, ${age} ago: ${linkStateTexts[state]}`;
  return `${name}, ${linkStateTexts[state]}`;
}

/** That the file names another version of the object than the one that was read. */
function otherVersionText({ file, read, isServed }: VersionDiffers): string {
  const doubt = isServed === false ? ", which the server does not serve" : "";
  return `The file uses version ${file}${doubt}; read as ${read}`;
}
