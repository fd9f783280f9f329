import type { MachineCount } from "../../model/finding/impact.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { machineInstances } from "../../profiles/virtual-machines.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { readQueryResult } from "../connection/query-result.ts";
import { requestSettled, type SettledResult } from "./retry.ts";

/** The instances of one page. */
const pageSize = 500;
const maxPages = 20;

// The server's own table has a row of cells for each object, a twentieth of its size.
const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";

/**
 * Counts the virtual machines of the cluster that run, by the tables that kubectl prints. Undefined where the server
 * does not serve them, forbids it, or does not respond. The number is additional and not part of the evaluation.
 */
export async function countMachines(
  connection: ServerConnection,
  signal: AbortSignal | undefined,
): Promise<MachineCount | undefined> {
  let running = 0;
  let continueToken = "";
  for (let page = 0; page < maxPages; page += 1) {
    const result = await readTable(connection, continueToken, signal);
    if (result.is !== "found") return undefined;
    const phase = listAt(result.value, "columnDefinitions").findIndex((column) => textAt(column, "name") === "Phase");
    if (phase < 0) return undefined;
    const rows = listAt(result.value, "rows");
    running += rows.filter((row) => listAt(row, "cells")[phase] === "Running").length;
    continueToken = textAt(result.value, "metadata", "continue");
    if (continueToken === "") return { running };
  }
  return { running, isAtLeast: true };
}

async function readTable(
  connection: ServerConnection,
  after: string,
  signal: AbortSignal | undefined,
): Promise<SettledResult> {
  const { group, plural, versions } = machineInstances;
  const from = after === "" ? "" : `&continue=${encodeURIComponent(after)}`;
  const path = `/apis/${group}/${versions[0]}/${plural}?includeObject=None&limit=${pageSize}${from}`;
  try {
    return await requestSettled(
      connection,
      {
        path,
        accept,
        read: (response) =>
          readQueryResult(response, { verb: "list" }, { isExpected: (value) => valueAt(value, "kind") === "Table" }),
      },
      signal,
      "once",
    );
  } catch (error) {
    return { is: "unread", cause: error instanceof Error ? error.message : "" };
  }
}
