import type { KindRow } from "../../model/profile.ts";
import { argoRows } from "./argo.ts";
import { batchRows } from "./batch.ts";
import { cloudRows } from "./cloud.ts";
import { clusterRows } from "./clusters.ts";
import { databaseRows } from "./databases.ts";
import { deliveryRows } from "./delivery.ts";
import { messagingRows } from "./messaging.ts";
import { monitoringRows } from "./monitoring.ts";
import { networkRows } from "./network.ts";
import { nodeRows } from "./nodes.ts";
import { openShiftRows } from "./openshift.ts";
import { policyRows } from "./policy.ts";
import { searchRows } from "./search.ts";
import { servingRows } from "./serving.ts";
import { storageRows } from "./storage.ts";
import { virtualizationRows } from "./virtualization.ts";

/** Every kind whose status the general rules do not read right, with the document that defines it. */
export const kindRows: readonly KindRow[] = [
  ...openShiftRows,
  ...nodeRows,
  ...clusterRows,
  ...argoRows,
  ...deliveryRows,
  ...cloudRows,
  ...servingRows,
  ...databaseRows,
  ...searchRows,
  ...messagingRows,
  ...storageRows,
  ...virtualizationRows,
  ...networkRows,
  ...batchRows,
  ...policyRows,
  ...monitoringRows,
];
