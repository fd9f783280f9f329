import { definedFields } from "../../../model/defined-fields.ts";
import { combineEffects, type Effect } from "../../../model/finding/effect.ts";
import { keepFirstOfEachKey } from "../../../model/items-by-key.ts";
import { type KubeObject, keyOf, type Ref } from "../../../model/object.ts";
import { parseGoDuration } from "../../../parse/go-duration.ts";
import { textAt, valueAt } from "../../../parse/json-value.ts";
import { apiServices, customResourceDefinitions } from "../../../profiles/core-kinds.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import { isProductGroup, ownerOfService } from "../../../profiles/hco/surroundings.ts";
import type { Rotation } from "../../root-cause/certificate-bundles.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { findComponentOfApi } from "./served-apis.ts";
import { findOwnerOfGroups, listWebhookCalls } from "./webhook-services.ts";

// The certificates by which the API server verifies webhooks and the servers of APIs: `caBundle` of their objects. The
// certificates that these servers have are not shown there.

/** One bundle, and everything of the product that is verified by it. */
export interface TrustedBundle {
  /** PEM in base64. */
  readonly text: string;
  /** The objects that have the bundle. */
  readonly users: readonly Ref[];
  /**
   * The component whose writes fail without a valid certificate, or `HyperConverged`. Absent where no write fails, or only
   * writes of another product.
   */
  readonly owner?: string;
  /** The component whose webhooks or conversions it verifies, or `HyperConverged`, even where no write fails. */
  readonly verifiedFor?: string;
  /** Whether a write fails where a webhook cannot be verified (failurePolicy Fail). */
  readonly refusesWrites: boolean;
  /** Whether it verifies an API. */
  readonly isOfApi: boolean;
  readonly upgradeEffect?: Effect;
}

/** The use of a bundle by one object. */
interface BundleUse extends Omit<TrustedBundle, "users" | "verifiedFor"> {
  readonly user: Ref;
}

const hourMs = 60 * 60 * 1000;

/** The rotations of HyperConverged's defaults: of authorities, then of the certificates of servers. */
const defaultRotations: readonly Rotation[] = [
  { durationMs: 48 * hourMs, renewBeforeMs: 24 * hourMs },
  { durationMs: 24 * hourMs, renewBeforeMs: 12 * hourMs },
];

/**
 * The bundles of the product's webhooks and APIs, each text once. An object without a bundle, for which the API server's own
 * authorities count, is omitted.
 *
 * @param homes the namespaces of the product's Services
 */
export function listTrustedBundles(index: ObjectIndex, homes: readonly string[]): readonly TrustedBundle[] {
  const uses = [...listWebhookBundles(index, homes), ...listApiBundles(index), ...listConversionBundles(index)];
  const usesWithBundle = uses.filter(({ text }) => text !== "");
  const usesByText = Map.groupBy(usesWithBundle, ({ text }) => text);
  return [...usesByText].map(([text, usesOfText]) => joinUses(text, usesOfText));
}

/** The bundle of several uses: with the worst of their effects, and the owner of the first one that refuses writes. */
function joinUses(text: string, uses: readonly BundleUse[]): TrustedBundle {
  const users = uses.map(({ user }) => user);
  const owner = uses.find((use) => use.refusesWrites && use.owner !== undefined)?.owner;
  const verifiedFor = owner ?? uses.find((use) => use.owner !== undefined)?.owner;
  const upgradeEffect = combineEffects(uses.map((use) => use.upgradeEffect));
  return {
    text,
    users: keepFirstOfEachKey(users, keyOf),
    ...definedFields({ owner, verifiedFor, upgradeEffect }),
    refusesWrites: uses.some(({ refusesWrites }) => refusesWrites),
    isOfApi: uses.some(({ isOfApi }) => isOfApi),
  };
}

function listWebhookBundles(index: ObjectIndex, homes: readonly string[]): readonly BundleUse[] {
  return listWebhookCalls(index, homes).map(({ caBundle, configuration, owner, isStrict, upgradeEffect }) => ({
    text: caBundle,
    user: configuration,
    refusesWrites: isStrict,
    isOfApi: false,
    ...definedFields({ owner, upgradeEffect }),
  }));
}

function listApiBundles(index: ObjectIndex): readonly BundleUse[] {
  const apis = index.all(apiServices).filter((api) => findComponentOfApi(api) !== undefined);
  const verifiedApis = apis.filter(({ spec }) => valueAt(spec, "insecureSkipTLSVerify") !== true);
  return verifiedApis.map(({ ref, spec }) => ({
    text: textAt(spec, "caBundle"),
    user: ref,
    refusesWrites: false,
    isOfApi: true,
    upgradeEffect: "blocks",
  }));
}

/** The bundles of conversion webhooks. Every write of an object that must be converted fails without a valid one. */
function listConversionBundles(index: ObjectIndex): readonly BundleUse[] {
  const definitions = index.all(customResourceDefinitions).filter(({ spec }) => isProductGroup(textAt(spec, "group")));
  return definitions.map(({ ref, spec }) => {
    const clientConfig = valueAt(spec, "conversion", "webhook", "clientConfig");
    const owner = ownerOfService(textAt(clientConfig, "service", "name")) ?? findOwnerOfGroups([textAt(spec, "group")]);
    return {
      text: textAt(clientConfig, "caBundle"),
      user: ref,
      ...definedFields({ owner }),
      refusesWrites: true,
      isOfApi: false,
      upgradeEffect: "blocks",
    };
  });
}

/**
 * How long the certificates of the product are valid, as the specs of HyperConverged, KubeVirt and its other components
 * configure it (kubevirt/hyperconverged-cluster-operator, api/v1/hyperconverged_types.go, HyperConvergedCertConfig). The
 * defaults if none does.
 */
export function readCertificateRotations({ spec }: KubeObject, index: ObjectIndex): readonly Rotation[] {
  const configs = [valueAt(spec, "security", "certConfig"), valueAt(spec, "certConfig")];
  for (const component of hcoProfile.components.flatMap((kind) => index.all(kind))) {
    configs.push(valueAt(component.spec, "certConfig"));
    configs.push(valueAt(component.spec, "certificateRotateStrategy", "selfSigned"));
  }
  const rotations = configs
    .flatMap((config) => [readRotation(valueAt(config, "ca")), readRotation(valueAt(config, "server"))])
    .filter((rotation) => rotation !== undefined);
  return rotations.length > 0 ? rotations : defaultRotations;
}

/** The rotation in `{duration: 48h, renewBefore: 24h}`. Undefined unless it ends before the certificate does. */
function readRotation(config: unknown): Rotation | undefined {
  const durationMs = parseGoDuration(textAt(config, "duration"));
  const renewBeforeMs = parseGoDuration(textAt(config, "renewBefore"));
  if (durationMs === undefined || renewBeforeMs === undefined || renewBeforeMs >= durationMs) return undefined;
  return { durationMs, renewBeforeMs };
}
