import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { LinkedObject, ManifestLink } from "../../../model/manifest/link.ts";
import type { ManifestObject, TextSpan } from "../../../model/manifest/manifest.ts";
import { unlinkedSentence } from "../manifest-link.ts";
import { unhealthyNotice } from "./badge-and-notice.ts";
import { type AnnotatedPlace, linkCauses } from "./inlay-and-status.ts";

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
  const sentenceParts = { kind, name, place, isFiles: here.isFiles };
  const span = object.spans.kind;
  switch (link.state) {
    case "linked":
      return [
        ...versionDiagnostics(object, link, place),
        ...twinDiagnostics(object, link, kind, name),
        ...uidDiagnostics(object, link, kind, place, uid),
        ...unhealthyDiagnostics(object, link, here, kind, name, place),
      ];
    case "absent":
      return [{ code: "not-on-the-cluster", severity: "hint", message: unlinkedSentence(link, sentenceParts), span }];
    case "noSuchKind":
      return [
        {
          code: "kind-not-installed",
          severity: "information",
          message: unlinkedSentence(link, sentenceParts),
          span,
        },
      ];
    case "several":
      return [
        {
          code: "several-namespaces",
          severity: "information",
          message: unlinkedSentence(link, sentenceParts),
          span,
        },
      ];
    default:
      return [];
  }
}

function versionDiagnostics(
  object: ManifestObject,
  { versionDiffers }: LinkedObject,
  place: string,
): readonly ManifestDiagnostic[] {
  if (versionDiffers === undefined || versionDiffers.isServed === true) return [];
  const span = object.spans.apiVersion ?? object.spans.kind;
  const file = sanitizeLabel(versionDiffers.file, 30);
  const read = sanitizeLabel(versionDiffers.read, 30);
  return versionDiffers.isServed === false
    ? [
        {
          code: "version-not-served",
          severity: "warning",
          message: `${place} does not serve version ${file} of this kind; it was read as ${read}`,
          span,
        },
      ]
    : [
        {
          code: "version-differs",
          severity: "hint",
          message: `written as ${file}, read as ${read} on ${place}: field names may differ`,
          span,
        },
      ];
}

function twinDiagnostics(
  { spans }: ManifestObject,
  { twin }: LinkedObject,
  kind: string,
  name: string,
): readonly ManifestDiagnostic[] {
  if (twin === undefined) return [];
  const other = twin.spans.name ?? twin.spans.kind;
  const message = `two documents in this file define ${kind} ${name}: the one applied last takes effect`;
  return [{ code: "same-object-twice", severity: "warning", message, span: spans.name ?? spans.kind, other }];
}

function uidDiagnostics(
  { spans }: ManifestObject,
  { object }: LinkedObject,
  kind: string,
  place: string,
  uid: string | undefined,
): readonly ManifestDiagnostic[] {
  if (uid === undefined || uid === "" || object === undefined || object.uid === "" || object.uid === uid) return [];
  return [
    {
      code: "other-uid",
      severity: "information",
      message: `its uid differs from the ${kind} on ${place}: this text is from another cluster, or the object was recreated`,
      span: spans.name ?? spans.kind,
    },
  ];
}

function unhealthyDiagnostics(
  { spans }: ManifestObject,
  link: LinkedObject,
  here: AnnotatedPlace,
  kind: string,
  name: string,
  place: string,
): readonly ManifestDiagnostic[] {
  const { node } = link;
  if (node === undefined || node.verdict === "healthy") return [];
  const [cause = ""] = linkCauses(link, here, "time");
  const message = unhealthyNotice(kind, name, node.verdict, place, cause);
  return [{ code: "unhealthy", severity: "information", message, span: spans.kind }];
}
