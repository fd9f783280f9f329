import { afterAll } from "vitest";
import { createDefinition, type Definition } from "../cluster/crds.ts";
import { ownCluster } from "../cluster/describe-cluster.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { describeHost } from "./describe-host.ts";
import { inertExtension } from "./inert-extension.ts";

const cluster = ownCluster();
// The suite activates the extension itself.
const inert = inertExtension();
afterAll(() => inert.remove());

/** A kind of its own schema, beside those of the scenario, whose schemas accept everything. */
const shops: Definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "shops.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "shops", kind: "Shop", listKind: "ShopList", singular: "shop" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schemaOfShop() } }],
  },
};

function schemaOfShop(): object {
  const properties = {
    size: { type: "integer", description: "The number of counters." },
    strategy: { type: "string", enum: ["Recreate", "RollingUpdate"], description: "How counters are replaced." },
    counters: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  };
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

const run = { suite: "alone", extension: inert.folder };
if (cluster === undefined) await describeHost(run, "an API server: npm run apiserver");
else {
  await scenarios.twoUnhealthyComponents(cluster, new Date());
  await createDefinition(cluster, shops);
  const { kubeconfig, audit, url } = cluster;
  const env = { KUBECONFIG: kubeconfig, HCO_STATUS_AUDIT: audit, HCO_STATUS_SERVER: url };
  await describeHost({ ...run, env });
}
