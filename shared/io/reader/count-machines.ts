import type { MachineCount } from "../../model/finding/impact.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { machineInstances } from "../../profiles/virtual-machines.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { readQueryResult } from "../connection/query-result.ts";
import { requestSettled, type SettledResult } from "./retry.ts";

/** The instances of one page, and the most pages. */
const [pageSize, mostPages] = [500, 20];

// The server's own table has a row of cells for each object, a twentieth of its size.
const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";

/**
 * Counts the virtual machines of the cluster that run, by the tables that kubectl prints. Undefined where the server has
 * none, or does not permit it, or does not respond: the number is a help and no part of the evaluation.
 */
export async function countMachines(
  connection: ServerConnection,
  signal: AbortSignal | undefined,
): Promise<MachineCount | undefined> {
  let running = 0;
  let after = "";
  for (let page = 0; page < mostPages; page += 1) {
    const reply = await readTable(connection, after, signal);
    if (reply.is !== "found") return undefined;
    const phase = listAt(reply.value, "columnDefinitions").findIndex((column) => textAt(column, "name") === "Phase");
    if (phase < 0) return undefined;
    const rows = listAt(reply.value, "rows");
    running += rows.filter((row) => listAt(row, "cells")[phase] === "Running").length;
    after = textAt(reply.value, "metadata", "continue");
    if (after === "") return { running };
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
