import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { LinkedObject, ManifestLink } from "../../../model/manifest/link.ts";
import type { ManifestObject, TextSpan } from "../../../model/manifest/manifest.ts";
import { unlinkedSentence } from "../manifest-link.ts";
import { type AnnotatedPlace, unhealthySentence } from "./annotated-place.ts";
import { linkCauses } from "./inlay-and-status.ts";

/** One entry of the list of problems. A warning is a fact about the file, everything else the state of the cluster. */
export interface ManifestDiagnostic {
  readonly code:
    | "version-not-served"
    | "version-differs"
    | "same-object-twice"
    | "other-uid"
    | "unhealthy"
    | "not-on-the-cluster"
    | "kind-not-installed"
    | "several-namespaces"
    | "not-read";
  readonly severity: "warning" | "information" | "hint";
  readonly message: string;
  readonly span: TextSpan;
  /** The position of the other document. */
  readonly other?: TextSpan;
}

/** A linked document with the harmless names that its messages have. */
interface DiagnosedDocument {
  readonly object: ManifestObject;
  readonly link: LinkedObject;
  readonly kind: string;
  readonly name: string;
  readonly place: string;
}

/**
 * The entries for one document that belong in the list of problems. No ages: a line that changes every minute is noise.
 *
 * @param uid the document's metadata.uid
 */
export function manifestDiagnostics(
  object: ManifestObject,
  link: ManifestLink,
  here: AnnotatedPlace,
  uid?: string,
): readonly ManifestDiagnostic[] {
  const kind = sanitizeLabel(object.kind, 40);
  const name = sanitizeLabel(object.name ?? "", 60);
  const place = sanitizeLabel(here.name, 40);
  if (link.state === "linked") {
    const document = { object, link, kind, name, place };
    return [
      ...versionDiagnostics(document),
      ...twinDiagnostics(document),
      ...uidDiagnostics(document, uid),
      ...unhealthyDiagnostics(document, here),
    ];
  }
  const entry = unlinkedEntries[link.state];
  if (entry === undefined) return [];
  const message = unlinkedSentence(link, { kind, name, place, isFiles: here.isFiles });
  return [{ ...entry, message, span: object.spans.kind }];
}

/** The entries for objects that the cluster does not have. A state without an entry is one of the connection. */
const unlinkedEntries: {
  readonly [state in ManifestLink["state"]]?: Pick<ManifestDiagnostic, "code" | "severity">;
} = {
  absent: { code: "not-on-the-cluster", severity: "hint" },
  noSuchKind: { code: "kind-not-installed", severity: "information" },
  several: { code: "several-namespaces", severity: "information" },
};

/** The document has another version than the one that was read. Nothing is said where the server serves both. */
function versionDiagnostics({ object, link, place }: DiagnosedDocument): readonly ManifestDiagnostic[] {
  const { versionDiffers } = link;
  if (versionDiffers === undefined || versionDiffers.isServed === true) return [];
  const span = object.spans.apiVersion ?? object.spans.kind;
  const file = sanitizeLabel(versionDiffers.file, 30);
  const read = sanitizeLabel(versionDiffers.read, 30);
  if (versionDiffers.isServed === false) {
    const message = `${place} does not serve version ${file} of this kind; it was read as ${read}`;
    return [{ code: "version-not-served", severity: "warning", message, span }];
  }
  const message = `written as ${file}, read as ${read} on ${place}: field names may differ`;
  return [{ code: "version-differs", severity: "hint", message, span }];
}

/** Another document of the file defines the same object. */
function twinDiagnostics({ object, link, kind, name }: DiagnosedDocument): readonly ManifestDiagnostic[] {
  if (link.twin === undefined) return [];
  const span = object.spans.name ?? object.spans.kind;
  const other = link.twin.spans.name ?? link.twin.spans.kind;
  const message = `two documents in this file define ${kind} ${name}: the one applied last takes effect`;
  return [{ code: "same-object-twice", severity: "warning", message, span, other }];
}

/** The document has the uid of another object. */
function uidDiagnostics(
  { object, link, kind, place }: DiagnosedDocument,
  uid: string | undefined,
): readonly ManifestDiagnostic[] {
  const liveUid = link.object?.uid ?? "";
  if (uid === undefined || uid === "" || liveUid === "" || liveUid === uid) return [];
  const span = object.spans.name ?? object.spans.kind;
  const message = `its uid differs from the ${kind} on ${place}: this text is from another cluster, or the object was recreated`;
  return [{ code: "other-uid", severity: "information", message, span }];
}

function unhealthyDiagnostics(
  { object, link, kind, name, place }: DiagnosedDocument,
  here: AnnotatedPlace,
): readonly ManifestDiagnostic[] {
  const { node } = link;
  if (node === undefined || node.verdict === "healthy") return [];
  const [cause = ""] = linkCauses(link, here, "time");
  const message = unhealthySentence(kind, name, node.verdict, place, cause);
  return [{ code: "unhealthy", severity: "information", message, span: object.spans.kind }];
}
