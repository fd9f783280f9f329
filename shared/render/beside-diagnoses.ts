import type { ManifestObject, Span } from "../model/manifest.ts";
import type { Linked, ManifestLink } from "../model/manifest-link.ts";
import { causeOf, type Here } from "./beside.ts";
import { short } from "./safe-label.ts";
import type { Say } from "./say.ts";
import { otherUid, sameObjectTwice, unwellWords, versionDiffersWords, versionNotServed } from "./words-beside.ts";
import { unlinkedSentence } from "./words-link.ts";
import { verdictWord } from "./words-tree.ts";

/** One entry of the list of problems: a warning is a fact about the file, everything else is how the cluster is. */
export interface Diagnosis {
  readonly code:
    | "version-not-served"
    | "version-differs"
    | "same-object-twice"
    | "other-uid"
    | "unwell"
    | "not-on-the-cluster"
    | "kind-not-installed"
    | "several-namespaces";
  readonly severity: "warning" | "information" | "hint";
  readonly message: string;
  readonly span: Span;
  /** Where the other document stands. */
  readonly other?: Span;
}

/**
 * What is worth a line in the list of problems, of one document. No ages: a line that changes every minute is noise.
 *
 * @param uid what the document says is its metadata.uid.
 */
export function diagnosesOf(
  say: Say,
  object: ManifestObject,
  link: ManifestLink,
  here: Here,
  uid?: string,
): readonly Diagnosis[] {
  const [kind, name, place] = [short(object.kind, 40), short(object.name ?? "", 60), short(here.name, 40)];
  const span = object.spans.kind;
  switch (link.state) {
    case "linked":
      return [
        ...versions(say, object, link, place),
        ...twins(say, object, link, kind, name),
        ...others(say, object, link, kind, place, uid),
        ...unwell(say, object, link, here, kind, name, place),
      ];
    case "absent":
      return [
        { code: "not-on-the-cluster", severity: "hint", message: unlinkedSentence(say, link, kind, name, place), span },
      ];
    case "noSuchKind":
      return [
        {
          code: "kind-not-installed",
          severity: "information",
          message: unlinkedSentence(say, link, kind, name, place),
          span,
        },
      ];
    case "several":
      return [
        {
          code: "several-namespaces",
          severity: "information",
          message: unlinkedSentence(say, link, kind, name, place),
          span,
        },
      ];
    default:
      return [];
  }
}

function versions(say: Say, object: ManifestObject, { versionDiffers }: Linked, place: string): readonly Diagnosis[] {
  if (versionDiffers === undefined || versionDiffers.isServed === true) return [];
  const span = object.spans.apiVersion ?? object.spans.kind;
  const [file, read] = [short(versionDiffers.file, 30), short(versionDiffers.read, 30)];
  return versionDiffers.isServed === false
    ? [{ code: "version-not-served", severity: "warning", message: versionNotServed(say, place, file, read), span }]
    : [{ code: "version-differs", severity: "hint", message: versionDiffersWords(say, place, file, read), span }];
}

function twins(
  say: Say,
  { spans }: ManifestObject,
  { twin }: Linked,
  kind: string,
  name: string,
): readonly Diagnosis[] {
  if (twin === undefined) return [];
  const other = twin.spans.name ?? twin.spans.kind;
  const message = sameObjectTwice(say, kind, name);
  return [{ code: "same-object-twice", severity: "warning", message, span: spans.name ?? spans.kind, other }];
}

function others(
  say: Say,
  { spans }: ManifestObject,
  { object }: Linked,
  kind: string,
  place: string,
  uid: string | undefined,
): readonly Diagnosis[] {
  if (uid === undefined || uid === "" || object === undefined || object.uid === "" || object.uid === uid) return [];
  return [
    { code: "other-uid", severity: "information", message: otherUid(say, kind, place), span: spans.name ?? spans.kind },
  ];
}

function unwell(
  say: Say,
  { spans }: ManifestObject,
  link: Linked,
  here: Here,
  kind: string,
  name: string,
  place: string,
): readonly Diagnosis[] {
  const { node } = link;
  if (node === undefined || node.verdict === "healthy") return [];
  const [cause = ""] = causeOf(link, here, "time");
  const message = unwellWords(say, kind, name, verdictWord(say, node.verdict), place, cause);
  return [{ code: "unwell", severity: "information", message, span: spans.kind }];
}
