import { definedFields } from "../../../model/defined-fields.ts";
import { type Effect, worstEffect } from "../../../model/finding/effect.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import type { Source } from "../../../model/snapshot.ts";
import { formatStamp, parseMilliseconds } from "../../../model/time.ts";
import {
  type CertificateBundle,
  type CertificateValidity,
  readCertificateBundle,
} from "../../../parse/certificates.ts";
import { parseGoDuration } from "../../../parse/go-duration.ts";
import { textAt, valueAt } from "../../../parse/json-value.ts";
import { apiServices, customResourceDefinitions } from "../../../profiles/core-kinds.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { rowOf } from "./served-apis.ts";
import { ownerOfGroups, ownerOfService, webhookCalls } from "./webhook-services.ts";

// The certificates by which the API server verifies webhooks and the servers of APIs: `caBundle` of their objects. It does
// not show the certificate that is served.

/** One bundle, and everything of the product that is verified by it. */
export interface TrustedBundle {
  /** PEM in base64. */
  readonly text: string;
  readonly users: readonly Ref[];
  /** As of {@link WebhookService}: whose webhooks or conversions fail with it. Undefined where no write fails. */
  readonly owner?: string;
  /** A write fails where a webhook cannot be verified (failurePolicy Fail). */
  readonly refusesWrites: boolean;
  /** It verifies an API. */
  readonly isOfApi: boolean;
  readonly upgradeEffect?: Effect;
}

/** The use of a bundle by one object. */
interface BundleUse extends Omit<TrustedBundle, "users"> {
  readonly user: Ref;
}

/** The bundles of the product's webhooks and APIs, each text once. Without a bundle the API server's own authorities count. */
export function trustedBundles(index: ObjectIndex, homes: readonly string[]): readonly TrustedBundle[] {
  const uses = [...ofWebhooks(index, homes), ...ofApis(index), ...ofConversions(index)].filter(
    ({ text }) => text !== "",
  );
  return [...Map.groupBy(uses, ({ text }) => text)].map(([text, same]) => {
    const users = [...new Map(same.map(({ user }) => [`${user.kind}/${user.name}`, user])).values()];
    const effects = same.flatMap(({ upgradeEffect }) => upgradeEffect ?? []);
    const owner = same.find((use) => use.refusesWrites && use.owner !== undefined)?.owner;
    return {
      text,
      users,
      ...definedFields({ owner }),
      refusesWrites: same.some(({ refusesWrites }) => refusesWrites),
      isOfApi: same.some(({ isOfApi }) => isOfApi),
      ...(effects.length > 0 && { upgradeEffect: worstEffect(effects.map((effect) => ({ effect }))) }),
    };
  });
}

function ofWebhooks(index: ObjectIndex, homes: readonly string[]): readonly BundleUse[] {
  return webhookCalls(index, homes).map(({ caBundle: text, by: user, owner, isStrict, upgradeEffect }) => ({
    text,
    user,
    refusesWrites: isStrict,
    isOfApi: false,
    ...definedFields({ owner, upgradeEffect }),
  }));
}

function ofApis(index: ObjectIndex): readonly BundleUse[] {
  return index
    .all(apiServices)
    .filter((object) => rowOf(object) !== undefined && valueAt(object.spec, "insecureSkipTLSVerify") !== true)
    .map(({ ref: user, spec }) => ({
      text: textAt(spec, "caBundle"),
      user,
      refusesWrites: false,
      isOfApi: true,
      upgradeEffect: "blocks",
    }));
}

function ofConversions(index: ObjectIndex): readonly BundleUse[] {
  return index
    .all(customResourceDefinitions)
    .filter(isOfProduct)
    .map(({ ref: user, spec }) => {
      const clientConfig = valueAt(spec, "conversion", "webhook", "clientConfig");
      const owner = ownerOfService(textAt(clientConfig, "service", "name")) ?? ownerOfGroups([textAt(spec, "group")]);
      return {
        text: textAt(clientConfig, "caBundle"),
        user,
        ...definedFields({ owner }),
        refusesWrites: true,
        isOfApi: false,
        upgradeEffect: "blocks",
      };
    });
}

function isOfProduct({ spec }: KubeObject): boolean {
  return /(^|\.)kubevirt\.io$/.test(textAt(spec, "group"));
}

/** How the certificates of a bundle stand at one moment. */
export type BundleStanding =
  | {
      readonly is: "invalid";
      readonly state: "expired" | "not-yet-valid" | "unreadable";
      readonly certificates: number;
      readonly at?: string;
    }
  | { readonly is: "not-rotated"; readonly due: string; readonly expires: string };

/** How long certificates are valid, and how long before their end they are replaced, in milliseconds. */
interface Rotation {
  readonly duration: number;
  readonly renewBefore: number;
}

/**
 * Whether no certificate of a bundle is valid, or its newest should have been replaced by now; undefined where neither is
 * known. A bundle keeps old authorities on purpose while others still use them (kubevirt/kubevirt,
 * pkg/virt-operator/resource/generate/components/secrets.go, MergeCABundle), so one valid certificate is enough.
 */
export function standingOf(
  text: string,
  {
    takenAt,
    source,
    rotations,
  }: { readonly takenAt: string; readonly source: Source; readonly rotations: readonly Rotation[] },
): BundleStanding | undefined {
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

/** Whether one certificate of a bundle is valid; undefined where {@link standingOf} claims nothing and none is valid. */
export function hasValidCertificate(
  text: string,
  time: { readonly takenAt: string; readonly source: Source },
): boolean | undefined {
  if (standingOf(text, { ...time, rotations: [] })?.is === "invalid") return false;
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
): BundleStanding | undefined {
  const count = certificates.length + unreadable;
  const expired = certificates.filter(({ notAfter }) => notAfter < now).map(({ notAfter }) => notAfter);
  if (expired.length > 0)
    return { is: "invalid", state: "expired", certificates: count, at: formatStamp(Math.max(...expired)) };
  // The newest time inside an input may be before its certificates were made.
  if (takenFrom === "newest") return undefined;
  const first = Math.min(...certificates.map(({ notBefore }) => notBefore));
  return { is: "invalid", state: "not-yet-valid", certificates: count, at: formatStamp(first) };
}

/**
 * How long the certificates of the product are valid: as HyperConverged, KubeVirt and its other components have it
 * (kubevirt/hyperconverged-cluster-operator, api/v1/hyperconverged_types.go, HyperConvergedCertConfig), else its defaults.
 */
export function certificateRotations({ spec }: KubeObject, index: ObjectIndex): readonly Rotation[] {
  const own = [valueAt(spec, "security", "certConfig"), valueAt(spec, "certConfig")];
  const ofComponents = hcoProfile.components
    .flatMap((row) => index.all(row))
    .flatMap((object) => [
      valueAt(object.spec, "certConfig"),
      valueAt(object.spec, "certificateRotateStrategy", "selfSigned"),
    ]);
  const configured = [...own, ...ofComponents].flatMap((config) =>
    ["ca", "server"].flatMap((name) => rotationOf(valueAt(config, name))),
  );
  return configured.length > 0 ? configured : defaultRotations;
}

function rotationOf(config: unknown): readonly Rotation[] {
  const duration = parseGoDuration(textAt(config, "duration"));
  const renewBefore = parseGoDuration(textAt(config, "renewBefore"));
  return duration === undefined || renewBefore === undefined || renewBefore >= duration
    ? []
    : [{ duration, renewBefore }];
}

const hour = 60 * 60 * 1000;
const defaultRotations: readonly Rotation[] = [
  { duration: 48 * hour, renewBefore: 24 * hour },
  { duration: 24 * hour, renewBefore: 12 * hour },
];
