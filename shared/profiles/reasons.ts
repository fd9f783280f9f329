import type { ReasonTables } from "../model/explanation.ts";
import { applicationReasons } from "./reasons-application.ts";
import { clusterReasons } from "./reasons-cluster.ts";
import { componentsReasons } from "./reasons-components.ts";
import { coreReasons } from "./reasons-core.ts";
import { dataVolumesReasons } from "./reasons-data-volumes.ts";
import { findingsReasons } from "./reasons-findings.ts";
import { gateReasons } from "./reasons-gate.ts";
import { greenhouseReasons } from "./reasons-greenhouse.ts";
import { hcoReasons } from "./reasons-hco.ts";
import { machinesReasons } from "./reasons-machines.ts";
import { olmReasons } from "./reasons-olm.ts";
import { reportReasons } from "./reasons-report.ts";
import { sharedReasons } from "./reasons-shared.ts";
import { workloadsReasons } from "./reasons-workloads.ts";

/** Every code that is explained, by who says it, in the order in which they are listed. */
export const reasonTables: ReasonTables = {
  ...findingsReasons,
  ...hcoReasons,
  ...componentsReasons,
  ...coreReasons,
  ...workloadsReasons,
  ...clusterReasons,
  ...olmReasons,
  ...machinesReasons,
  ...dataVolumesReasons,
  ...applicationReasons,
  ...greenhouseReasons,
  ...sharedReasons,
  ...reportReasons,
  ...gateReasons,
};
