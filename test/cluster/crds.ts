import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, call } from "./http.ts";
import { certManagerKinds, componentKinds, hyperConvergedKind, type Kind, lifecycleManagerKinds } from "./kinds.ts";
import type { Manifest } from "./manifest.ts";
import { refusingConversion } from "./refusing-conversion.ts";
import { rootOf } from "./resources.ts";
import type { Cluster } from "./server.ts";

/**
 * How HyperConverged is served. `v1` and `v1beta1` name the stored version; with `-webhook-down` the conversion webhook
 * cannot be reached, so that reading the other version fails; with `-webhook-refuses` it responds with an error. Otherwise both versions read the same, unconverted.
 */
type HyperConvergedVariant = "v1" | "v1-webhook-down" | "v1beta1-webhook-down" | "v1beta1-webhook-refuses" | "absent";

/** Which of our CRDs a cluster has. */
export interface Definitions {
  readonly hyperConverged: HyperConvergedVariant;
  readonly platform: "kubernetes" | "openshift";
  /** Kinds of other systems beside those of HCO. */
  readonly others?: readonly Kind[];
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const variantAnnotation = "hco-status.test/variant";

/**
 * Makes the cluster have exactly the wanted CRDs of ours, established and served. What is there already stays, with its
 * objects; what is there in another variant is created again, so its objects must be gone before (see wipe).
 */
export async function define(cluster: Cluster, { hyperConverged, platform, others = [] }: Definitions): Promise<void> {
  const conversion = hyperConverged.endsWith("webhook-refuses") ? await refusingConversion(cluster) : undefined;
  const wanted = [
    ...(hyperConverged === "absent" ? [] : [definitionOf(hyperConvergedKind, hyperConverged, conversion)]),
    ...[...componentKinds, ...(platform === "openshift" ? lifecycleManagerKinds : certManagerKinds), ...others].map(
      (kind) => definitionOf(kind),
    ),
  ];
  const { items: present } = await call<{ items: Manifest[] }>(cluster, "GET", definitionsPath);
  const stale = present.filter((there) => !wanted.some((want) => identity(want) === identity(there)));
  const missing = wanted.filter((want) => !present.some((there) => identity(want) === identity(there)));
  await Promise.all(stale.map((there) => remove(cluster, there.metadata.name)));
  await Promise.all(missing.map((want) => createDefinition(cluster, want)));
}

/** The custom kinds a cluster has now, each with the path of the list of its stored version. */
export async function definedLists(cluster: Cluster): Promise<string[]> {
  const { items } = await call<{ items: Definition[] }>(cluster, "GET", definitionsPath);
  return items.map(({ spec }) => {
    const stored = spec.versions.find((version) => version.storage)?.name;
    return `${rootOf(`${spec.group}/${stored}`)}/${spec.names.plural}`;
  });
}

export interface Definition extends Manifest {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string; readonly [name: string]: unknown };
    readonly versions: readonly {
      readonly name: string;
      readonly storage: boolean;
      readonly served: boolean;
      readonly schema?: object;
    }[];
    readonly [field: string]: unknown;
  };
}

/** Kubernetes' own groups want to know who let a kind in. */
function approval({ group }: Kind): Record<string, string> {
  return group.endsWith(".k8s.io")
    ? { "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/application" }
    : {};
}

function definitionOf(
  kind: Kind,
  variant = "",
  conversion?: object,
): Definition & { readonly spec: Record<string, unknown> } {
  const stored = variant.startsWith("v1beta1") ? "v1beta1" : kind.versions[0];
  const names = {
    kind: kind.kind,
    listKind: `${kind.kind}List`,
    plural: kind.plural,
    singular: kind.kind.toLowerCase(),
    shortNames: kind.shortNames,
    // `kubectl get all` shows these two.
    categories: ["HyperConverged", "KubeVirt"].includes(kind.kind) ? ["all"] : [],
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${kind.plural}.${kind.group}`,
      annotations: { [variantAnnotation]: variant, ...approval(kind) },
    },
    spec: {
      group: kind.group,
      scope: kind.namespaced ? "Namespaced" : "Cluster",
      names,
      versions: kind.versions.map((name) => ({
        name,
        served: true,
        storage: name === stored,
        subresources: kind.statusSubresource ? { status: {} } : {},
        additionalPrinterColumns: Object.entries(kind.columns ?? {}).map(([column, jsonPath]) => ({
          name: column,
          type: "string",
          jsonPath,
        })),
        schema: { openAPIV3Schema: kind.schema ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      })),
      ...(variant.endsWith("webhook-down") ? { conversion: unreachableWebhook } : {}),
      ...(conversion === undefined ? {} : { conversion }),
    },
  };
}

/** Port 1 refuses a connection immediately, where a service without endpoints would take 30 s to time out. */
const unreachableWebhook = {
  strategy: "Webhook",
  webhook: { clientConfig: { url: "https://127.0.0.1:1/convert" }, conversionReviewVersions: ["v1", "v1beta1"] },
};

function identity({ metadata }: Manifest): string {
  return `${metadata.name} ${metadata.annotations?.[variantAnnotation]}`;
}

/** Creates a CRD, and waits until all of its versions are served. The next {@link define} removes it. */
export async function createDefinition(cluster: Cluster, definition: Definition): Promise<void> {
  await call(cluster, "POST", definitionsPath, definition);
  const { group, names, versions } = definition.spec;
  // Established comes a moment before the new path answers, so it is the path that we wait for.
  for (const { name } of versions) {
    await waitUntil(async () => {
      const list = `${rootOf(`${group}/${name}`)}/${names.plural}`;
      return (await codeOf(call(cluster, "GET", list))) === 200;
    }, `${definition.metadata.name} ${name} to be served`);
  }
}

async function remove(cluster: Cluster, name: string): Promise<void> {
  const path = `${definitionsPath}/${name}`;
  await call(cluster, "DELETE", path);
  await waitUntil(async () => (await codeOf(call(cluster, "GET", path))) === 404, `${name} to be gone`);
}

async function codeOf(answer: Promise<unknown>): Promise<number> {
  try {
    await answer;
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

async function waitUntil(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited 180 s for ${what}`);
    await sleep(20);
  }
}
