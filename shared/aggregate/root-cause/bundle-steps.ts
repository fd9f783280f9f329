import { describeObject, listCertificates, type NextStep, showBundle } from "../../model/next-step.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { foundObject } from "../../model/snapshot.ts";
import { olmKinds } from "../../tables/olm-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** The commands for an object whose `caBundle` is at fault: what issues the certificates of the bundle, and the bundle. */
export function listBundleSteps(holder: Ref, index: ObjectIndex): readonly NextStep[] {
  const object = foundObject(index.find(holder));
  return [...(object === undefined ? [] : listIssuerSteps(object)), ...showBundle(holder)];
}

/**
 * The commands for what another system fills a `caBundle` from, the first of these that the object names:
 * 1. The Certificate of cert-manager.
 * 2. The Certificates in the namespace of a Secret, because a Secret is never read: one of them fills it.
 * 3. The ClusterServiceVersion for which OLM made the certificate.
 *
 * None where the product rotates the certificate itself (cert-manager/cert-manager, pkg/apis/certmanager/v1/types.go,
 * WantInjectAnnotation; operator-framework/operator-lifecycle-manager, pkg/lib/ownerutil/util.go, OwnerKey).
 */
function listIssuerSteps({ annotations, labels }: KubeObject): readonly NextStep[] {
  const certificate = readNamespacedName(annotations.get("cert-manager.io/inject-ca-from"));
  if (certificate !== undefined)
    return describeObject({ group: "cert-manager.io", kind: "Certificate", ...certificate });

  const secret = readNamespacedName(annotations.get("cert-manager.io/inject-ca-from-secret"));
  if (secret !== undefined) return listCertificates(secret);

  const { group, kind } = olmKinds.ClusterServiceVersion;
  if ((labels.get("olm.owner.kind") ?? kind) !== kind) return [];
  const version = makeNamespacedName(labels.get("olm.owner.namespace"), labels.get("olm.owner"));
  return version === undefined ? [] : describeObject({ group, kind, ...version });
}

interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/** `cdi/cdi-serving` -> its parts; undefined for what no API server accepts as a namespace and a name. */
function readNamespacedName(text = ""): NamespacedName | undefined {
  const [namespace, name, ...others] = text.split("/");
  return others.length === 0 ? makeNamespacedName(namespace, name) : undefined;
}

/** Undefined for what no API server accepts as a namespace and a name. */
function makeNamespacedName(namespace = "", name = ""): NamespacedName | undefined {
  const isAccepted = /^[a-z0-9][a-z0-9-]*$/.test(namespace) && /^[a-z0-9][a-z0-9.-]*$/.test(name);
  return isAccepted ? { namespace, name } : undefined;
}
