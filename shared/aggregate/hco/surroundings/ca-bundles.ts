import { definedFields } from "../../../model/defined-fields.ts";
import { type Effect, worstEffect } from "../../../model/finding/effect.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import { parseGoDuration } from "../../../parse/go-duration.ts";
import { textAt, valueAt } from "../../../parse/json-value.ts";
import { apiServices, customResourceDefinitions } from "../../../profiles/core-kinds.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import { ownerOfService } from "../../../profiles/hco/surroundings.ts";
import type { Rotation } from "../../root-cause/certificate-bundles.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { rowOf } from "./served-apis.ts";
import { ownerOfGroups, webhookCalls } from "./webhook-services.ts";

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
