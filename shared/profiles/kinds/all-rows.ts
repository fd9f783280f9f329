import type { KindRow } from "../../model/profile.ts";
import { listArgoRows } from "./argo.ts";
import { listBatchRows } from "./batch.ts";
import { listCloudRows } from "./cloud.ts";
import { listClusterRows } from "./clusters.ts";
import { listDatabaseRows } from "./databases.ts";
import { listDeliveryRows } from "./delivery.ts";
import { listMessagingRows } from "./messaging.ts";
import { listMonitoringRows } from "./monitoring.ts";
import { listNetworkRows } from "./network.ts";
import { listNodeRows } from "./nodes.ts";
import { listOpenShiftRows } from "./openshift.ts";
import { listPolicyRows } from "./policy.ts";
import { listSearchRows } from "./search.ts";
import { listServingRows } from "./serving.ts";
import { listStorageRows } from "./storage.ts";
import { listVirtualizationRows } from "./virtualization.ts";

/**
 * Returns every kind whose status the general rules do not read right, with the document that defines it. They are
 * made when they are first asked for: most runs meet none of these kinds, and the rows would take a thirtieth of a status
 * of a HyperConverged.
 */
export function listKindRows(): readonly KindRow[] {
  rows ??= makeRows();
  return rows;
}

let rows: readonly KindRow[] | undefined;

const makeRows = (): readonly KindRow[] => [
  ...listOpenShiftRows(),
  ...listNodeRows(),
  ...listClusterRows(),
  ...listArgoRows(),
  ...listDeliveryRows(),
  ...listCloudRows(),
  ...listServingRows(),
  ...listDatabaseRows(),
  ...listSearchRows(),
  ...listMessagingRows(),
  ...listStorageRows(),
  ...listVirtualizationRows(),
  ...listNetworkRows(),
  ...listBatchRows(),
  ...listPolicyRows(),
  ...listMonitoringRows(),
];
