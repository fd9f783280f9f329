import { currentCluster } from "../../../model/kubectl-command.ts";
import type { LinkedObject, VersionDiffers } from "../../../model/manifest/link.ts";
import type { LinkState } from "../../../model/report-change.ts";
import { formatStamp } from "../../../model/time.ts";
import { formatAge } from "../../../outline/ages.ts";
import { unlinkedSentence } from "../manifest-link.ts";
import { conditionParts } from "./condition.ts";
import { fieldParts } from "./field.ts";
import type { HoverAction, HoverInput, HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";
import { objectParts } from "./object.ts";

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
      return [...fieldParts(subject.driven, setting), ...links];
  }
}

function settingOf(input: HoverInput): HoverSetting {
  const { link, document, report, place, reach = currentCluster, now } = input;
  const age = place.until === undefined ? "" : formatAge(now - place.until / 1000);
  return {
    link,
    unlinked:
      link.state === "linked"
        ? ""
        : unlinkedSentence(link, {
            kind: document.kind,
            name: document.name ?? "",
            place: place.name,
            isFiles: place.isFiles,
          }),
    ...(report !== undefined && { report }),
    reach,
    clock: { now: formatStamp(now * 1000), format: "age" },
    place: hoverPlaceText(place.name, place.isFiles, place.state, age),
  };
}

/** What a user should know about a document that is linked nevertheless. */
function documentNotes({ versionDiffers, twin }: LinkedObject): readonly string[] {
  return [
    ...(versionDiffers === undefined ? [] : [otherVersionWords(versionDiffers)]),
    ...(twin === undefined ? [] : ["Another document in this file defines the same object"]),
  ];
}

function linkParts({ actions: deeds, place: { isFiles } }: HoverInput): readonly MarkdownPart[] {
  const links = deeds.map(({ action, command, arguments: list }) => ({
    as: "command" as const,
    title: (isFiles ? collectedTitles[action] : undefined) ?? actionTitles[action],
    command,
    arguments: list,
  }));
  return links.length === 0 ? [] : [{ as: "links", links }];
}

const actionTitles: Readonly<Record<HoverAction, string>> = {
  reveal: "Show in tree",
  openLive: "Open live YAML",
  openLog: "Open log",
  diff: "Compare with live",
  dryRun: "What would change",
  describe: "Describe in terminal",
  copy: "Copy command",
  connect: "Connect",
  login: "Log in",
};

/** Nothing of a must-gather or a dump is live. */
const collectedTitles: { readonly [action in HoverAction]?: string } = {
  openLive: "Open collected YAML",
  diff: "Compare with collected",
};

/** Where the Report was read, and whether it is current. `age` is that of the Report, empty where it is unknown. */
function hoverPlaceText(name: string, isFiles: boolean, state: LinkState, age: string): string {
  if (isFiles) return `collected in ${name}`;
  if (state === "live") return `${name}, live`;
  if (age !== "") return `${name}, ${age} ago: ${linkStateWords[state]}`;
  return `${name}, ${linkStateWords[state]}`;
}

const linkStateWords: Readonly<Record<LinkState, string>> = {
  idle: "not watched",
  connecting: "connecting",
  live: "live",
  stale: "reconnecting",
  authRequired: "login needed",
  forbidden: "forbidden",
  gone: "the kind is no longer served",
  unreachable: "unreachable",
};

function otherVersionWords({ file, read, isServed }: VersionDiffers): string {
  return isServed === false
    ? `The file uses version ${file}, which the server does not serve; read as ${read}`
    : `The file uses version ${file}; read as ${read}`;
}
