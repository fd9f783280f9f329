import { isFollowed } from "../shared/aggregate/manifest-asked.ts";
import { linkOf } from "../shared/aggregate/manifest-link.ts";
import { subjectAt } from "../shared/aggregate/manifest-subject.ts";
import type { Manifest, Span } from "../shared/model/manifest.ts";
import type { ManifestLink } from "../shared/model/manifest-link.ts";
import type { Report } from "../shared/model/report.ts";
import { valueOf as dataOf, placeAt } from "../shared/parse/manifest.ts";
import { hoverParts } from "../shared/render/hover.ts";
import type { HoverLink } from "../shared/render/hover-matter.ts";
import type { Part } from "../shared/render/markdown-parts.ts";
import type { Say } from "../shared/render/say.ts";
import { type CommandWords, commandWords } from "./command-words.ts";
import { commands } from "./contributions.ts";
import type { Shown } from "./shown.ts";
import { wantsLogin } from "./wants-login.ts";

/** What to say at a place of a text, and for which stretch of it. */
export interface FoundHover {
  readonly parts: readonly Part[];
  readonly span: Span;
}

/** Where the text stands and who speaks to its reader. */
export interface HoverFor {
  readonly say: Say;
  readonly uri: string;
  readonly shown: Shown;
}

/** From what is known already, nothing is asked; undefined where there is nothing to say. */
export function hoverAt(manifest: Manifest, offset: number, { say, uri, shown }: HoverFor): FoundHover | undefined {
  const found = placeAt(manifest, offset);
  if (found === undefined) return undefined;
  const { object, path, span } = found;
  const link = linkOf(object, shown, manifest.objects);
  if (link.state !== "linked" && !isFollowed(object)) return undefined;
  const subject = subjectAt(object, path, () => dataOf(object), partsOf(link));
  if (subject === undefined) return undefined;
  const report = reportOf(link, shown);
  const parts = hoverParts(say, {
    subject,
    document: object,
    link,
    ...(report !== undefined && { report }),
    place: {
      name: shown.name,
      isFiles: shown.place.kind === "files",
      state: shown.link.state,
      ...(shown.link.until !== undefined && { until: shown.link.until }),
    },
    deeds: deedsFor(
      link,
      shown,
      subject.about === "object" ? "all" : "few",
      commandWords(object, link, shown.place, uri),
    ),
    now: shown.now(),
  });
  return { parts, span };
}

/** Names of what the object is made of, by which a field may be called. */
function partsOf(link: ManifestLink): readonly string[] {
  return link.state === "linked" ? (link.node?.children ?? []).map(({ label }) => label) : [];
}

function reportOf(link: ManifestLink, { report, named }: Shown): Report | undefined {
  const root = link.state === "linked" ? link.root : undefined;
  return root === undefined ? undefined : [report, named].find((one) => one?.roots.includes(root));
}

/** Each is given which object it is about; to connect comes first where what is shown is old for want of it. */
function deedsFor(
  link: ManifestLink,
  shown: Shown,
  which: "all" | "few",
  words: CommandWords | undefined,
): readonly HoverLink[] {
  const { place } = shown;
  if (link.state === "paused") return [{ deed: "connect", command: commands.connect, arguments: [place] }];
  const login: HoverLink = { deed: "login", command: commands.connect, arguments: [place] };
  if (link.state === "authRequired") return [login];
  if (link.state !== "linked" || words === undefined) return [];
  const first = wantsLogin(shown) ? [login] : [];
  const reveal: HoverLink = { deed: "reveal", command: commands.reveal, arguments: words };
  const diff: HoverLink = { deed: "diff", command: commands.diffWithLive, arguments: words };
  const next = link.node === undefined ? first : [...first, reveal];
  if (which === "few") return [...next, diff];
  return [
    ...next,
    { deed: "openLive", command: commands.openLive, arguments: words },
    diff,
    { deed: "copy", command: commands.copyCommand, arguments: words },
  ];
}
