import type { Source } from "../../model/snapshot.ts";
import { formatStamp, parseMilliseconds } from "../../model/time.ts";
import { type CertificateBundle, type CertificateValidity, readCertificateBundle } from "../../parse/certificates.ts";

// The certificates of a `caBundle` at one moment. It does not show the certificate that is served.

/** How the certificates of a bundle stand at one moment. */
export type BundleState =
  | {
      readonly is: "invalid";
      readonly state: "expired" | "not-yet-valid" | "unreadable";
      readonly certificates: number;
      readonly at?: string;
    }
  | { readonly is: "not-rotated"; readonly due: string; readonly expires: string };

/** How long certificates are valid, and how long before their end they are replaced, in milliseconds. */
export interface Rotation {
  readonly duration: number;
  readonly renewBefore: number;
}

/**
 * Whether no certificate of a bundle is valid, or its newest should have been replaced by now; undefined where neither is
 * known. A bundle keeps old authorities on purpose while others still use them (kubevirt/kubevirt,
 * pkg/virt-operator/resource/generate/components/secrets.go, MergeCABundle), so one valid certificate is enough.
 */
export function evaluateBundle(
  text: string,
  {
    takenAt,
    source,
    rotations,
  }: { readonly takenAt: string; readonly source: Source; readonly rotations: readonly Rotation[] },
): BundleState | undefined {
  const now = parseMilliseconds(takenAt);
  // A file that was copied later has a time at which its certificates had expired.
  if (now === undefined || source.takenFrom === "file") return undefined;
  const bundle = text.length < shortestBundle ? undefined : readCertificateBundle(text);
  if (bundle === undefined || bundle.isCut) return undefined;
  const { certificates } = bundle;
  if (certificates.length === 0) return { is: "invalid", state: "unreadable", certificates: bundle.unreadable };
  const valid = certificates.filter((certificate) => isValidAt(certificate, now));
  if (valid.length === 0) return invalid(bundle, now, source);
  const newest = valid.reduce((one, other) => (other.notAfter > one.notAfter ? other : one));
  const lifetime = newest.notAfter - newest.notBefore;
  const rotation = rotations.find(({ duration }) => Math.abs(lifetime - duration) <= duration * lifetimeTolerance);
  if (rotation === undefined) return undefined;
  const due = newest.notAfter - rotation.renewBefore;
  if (now < due + rotation.renewBefore * clearlyPast) return undefined;
  return { is: "not-rotated", due: formatStamp(due), expires: formatStamp(newest.notAfter) };
}

/** Whether one certificate of a bundle is valid; undefined where {@link evaluateBundle} claims nothing and none is valid. */
export function hasValidCertificate(
  text: string,
  time: { readonly takenAt: string; readonly source: Source },
): boolean | undefined {
  if (evaluateBundle(text, { ...time, rotations: [] })?.is === "invalid") return false;
  const now = parseMilliseconds(time.takenAt);
  const bundle = readCertificateBundle(text);
  if (now === undefined || bundle === undefined) return undefined;
  return bundle.certificates.some((certificate) => isValidAt(certificate, now)) ? true : undefined;
}

function isValidAt({ notBefore, notAfter }: CertificateValidity, now: number): boolean {
  return notBefore <= now + clockTolerance && now <= notAfter;
}

/** What is written in place of a bundle that was removed from a file, such as `REDACTED`, is no bundle. */
const shortestBundle = 20;
/** By how much the clocks of an operator and of the reader may differ. */
const clockTolerance = 60 * 60 * 1000;
/** CDI's authorities begin a second early (openshift/library-go, pkg/crypto/crypto.go). */
const lifetimeTolerance = 0.01;
/** The part of `renewBefore` that has passed where a rotation is clearly overdue: an operator tries again within minutes. */
const clearlyPast = 0.5;

function invalid(
  { certificates, unreadable }: CertificateBundle,
  now: number,
  { takenFrom }: Source,
): BundleState | undefined {
  const count = certificates.length + unreadable;
  const expired = certificates.filter(({ notAfter }) => notAfter < now).map(({ notAfter }) => notAfter);
  if (expired.length > 0)
    return { is: "invalid", state: "expired", certificates: count, at: formatStamp(Math.max(...expired)) };
  // The newest time inside an input may be before its certificates were made.
  if (takenFrom === "newest") return undefined;
  const first = Math.min(...certificates.map(({ notBefore }) => notBefore));
  return { is: "invalid", state: "not-yet-valid", certificates: count, at: formatStamp(first) };
}
