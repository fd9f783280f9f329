import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import { type KubeObject, namespacedName, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Outcome, Query } from "../../model/snapshot.ts";
import { worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt } from "../../parse/json-value.ts";
import { builtInKind, persistentVolumeClaims, podKind } from "../../profiles/core-kinds.ts";
import { dataVolumes } from "../../profiles/virtual-machines.ts";
import { gracePeriodSeconds, hasLasted, makeTrouble } from "../core/object-health.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// A DataVolume is filled by an importer Pod, which may not accept the certificate of the source. The importer trusts the
// authorities of its image and those in the ConfigMap that the source names (kubevirt/containerized-data-importer,
// doc/datavolumes.md, "HTTPS Endpoints"; pkg/apis/core/v1beta1/types.go, DataVolumeSourceHTTP).

const configMaps = builtInKind("", "ConfigMap");

/** The sources of a DataVolume that are called by their URL and may name a `certConfigMap`. */
const sourceFields = ["http", "registry", "imageio", "s3"] as const;

/** The annotation of an importer with the name of the claim that it fills. */
const importedClaim = "cdi.kubevirt.io/storage.importPvcName";

/** What Go writes for a certificate of an unknown authority (golang/go, src/crypto/x509/verify.go, UnknownAuthorityError). */
const unknownAuthority = /x509: certificate signed by unknown authority/;

/** What the API server writes before the same text, if it does not accept the certificate of a webhook. */
const webhookCall = /failed calling webhook|conversion webhook for/;

/** The URL of a call, without its user: `Get "https://images.local:8443/a"` -> `images.local`. */
const calledHost = /\b(?:https|docker|oci-archive|s3):\/\/(?:[^\s/"@]*@)?([A-Za-z0-9.-]+)/;

/** The request for the ConfigMap that the source of a DataVolume names. Empty while its certificate is not refused. */
export function planSourceReads(dataVolume: KubeObject, index: ObjectIndex, takenAt: string): readonly Query[] {
  if (!isUnfilled(dataVolume)) return [];
  const name = readSource(dataVolume).configMap;
  if (name === undefined || listRefusals(dataVolume, index, takenAt).length === 0) return [];
  // Only the existence of the ConfigMap counts.
  return [{ ...listQuery(configMaps, dataVolume.ref.namespace), verb: "get", name, metadataOnly: true }];
}

/**
 * Makes the node of a DataVolume at least degraded if its importer does not accept the certificate of its source. Any other
 * node is returned unchanged.
 */
export function addRefusedSource(
  node: ReportNode,
  dataVolume: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  if (node.verdict === "healthy" || !isUnfilled(dataVolume)) return node;
  const refusals = listRefusals(dataVolume, index, takenAt);
  if (refusals.length === 0) return node;
  const { host: sourceHost, configMap } = readSource(dataVolume);
  const calledHosts = refusals.flatMap((message) => calledHost.exec(message)?.[1] ?? []);
  const host = sourceHost ?? calledHosts[0];
  const outcome = configMap === undefined ? undefined : findConfigMap(dataVolume, configMap, index);
  const observed = { code: "source-certificate-refused", ...definedFields({ host, configMap, outcome }) } as const;
  const trouble = makeTrouble("SourceCertificateRefused", observed, node.trouble?.since);
  const verdict = worstVerdict([node.verdict, "degraded"]);
  return { ...node, verdict, ownVerdict: worstVerdict([node.ownVerdict, "degraded"]), trouble };
}

/** Whether a node says that the certificate of a source is refused, which explains all nodes below it. */
export function isRefusedSource({ trouble }: ReportNode): boolean {
  return trouble?.observed?.code === "source-certificate-refused";
}

function isUnfilled({ ref, status }: KubeObject): boolean {
  return isSameKind(ref, dataVolumes) && textAt(status, "phase") !== "Succeeded";
}

/**
 * The messages that refuse the certificate of the source. They stand in conditions of the DataVolume that are not True, and in
 * the last end of the containers of its importer. The conditions lose the message while the importer runs again.
 */
function listRefusals(dataVolume: KubeObject, index: ObjectIndex, takenAt: string): readonly string[] {
  const { ref } = dataVolume;
  const claim = findObject(persistentVolumeClaims, ref, index);
  const temporaryClaim = claim?.annotations.get("cdi.kubevirt.io/storage.populator.pvcPrime");
  const claimNames = new Set([ref.name, temporaryClaim ?? ref.name]);
  const importersByClaim = groupImportersByClaim(index);
  const importers = [...claimNames].flatMap((name) => importersByClaim.get(namespacedName({ ...ref, name })) ?? []);
  const reported = conditionsAt(dataVolume).conditions.filter(({ status }) => status !== "True");
  const messages = [
    ...reported.map(({ message }) => message),
    ...importers.flatMap((importer) => listEndMessages(importer, takenAt)),
  ];
  return messages.filter((message) => unknownAuthority.test(message) && !webhookCall.test(message));
}

/** The Pods that fill claims, by the name of their claim. Computed once, because there may be thousands of both. */
const groupImportersByClaim = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> => {
  const importers = index.all(podKind).filter(({ annotations }) => annotations.has(importedClaim));
  return Map.groupBy(importers, ({ ref, annotations }) =>
    namespacedName({ ...ref, name: annotations.get(importedClaim) ?? "" }),
  );
});

/**
 * The messages with which the containers of a Pod ended. A container that has run again for a minute is past that fault, and
 * its message is omitted.
 */
function listEndMessages({ status }: KubeObject, takenAt: string): readonly string[] {
  return listAt(status, "containerStatuses").flatMap((container) => {
    const startedAt = textAt(container, "state", "running", "startedAt");
    if (startedAt !== "" && hasLasted(startedAt, takenAt, gracePeriodSeconds.settling)) return [];
    return ["state", "lastState"].map((state) => textAt(container, state, "terminated", "message"));
  });
}

/** The host of the source of a DataVolume, and the ConfigMap that the source names. Each is absent if the source has none. */
function readSource({ spec }: KubeObject): { readonly host?: string; readonly configMap?: string } {
  const [source] = sourceFields.flatMap((field) => recordAt(spec, "source", field) ?? []);
  const host = calledHost.exec(textAt(source, "url"))?.[1];
  const configMap = textAt(source, "certConfigMap") || undefined;
  return definedFields({ host, configMap });
}

function findConfigMap(dataVolume: KubeObject, name: string, index: ObjectIndex): Outcome {
  const { namespace } = dataVolume.ref;
  const ref: Ref = { group: configMaps.group, kind: configMaps.kind, name, ...definedFields({ namespace }) };
  return index.trace(ref).outcome;
}
