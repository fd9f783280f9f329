import { afterAll } from "vitest";
import { ownCluster } from "../cluster/describe-cluster.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { describeHost } from "./describe-host.ts";
import { inertExtension } from "./inert-extension.ts";

const cluster = ownCluster();
// The suite activates the extension itself.
const inert = inertExtension();
afterAll(() => inert.remove());

const run = { suite: "alone", extension: inert.folder };
if (cluster === undefined) await describeHost(run, "an API server: npm run apiserver");
else {
  await scenarios.twoCulprits(cluster, new Date());
  await describeHost({ ...run, env: { KUBECONFIG: cluster.kubeconfig, HCO_STATUS_AUDIT: cluster.audit } });
}
