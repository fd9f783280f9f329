import type { MachineCount } from "../../model/finding/impact.ts";
import { type Fields, listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { machineInstances } from "../../profiles/virtual-machines.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { type QueryResult, readQueryResult } from "../connection/query-result.ts";
import type { ServerResponse } from "../connection/server-response.ts";
import { requestSettled, type SettledResult } from "./retry.ts";

/** How many instances the server lists on one page. */
const pageSize = 500;
/** The count ends after this many pages, so that a very large cluster gets a limited number of requests. */
const maxPages = 20;

/**
 * The Table format has one row of printed cells for each instance, about a twentieth of the size of the instance.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
const tableFormat = "application/json;as=Table;v=v1;g=meta.k8s.io";

/**
 * Counts the running virtual machines of the cluster: `{running: 3}`, or `{running: 10000, isAtLeast: true}` where there
 * are more than `maxPages` pages. Returns undefined if a page cannot be read, for example because the user may not list
 * instances. The count is printed with a report and is not part of the evaluation.
 */
export async function countMachines(
  connection: ServerConnection,
  signal: AbortSignal | undefined,
): Promise<MachineCount | undefined> {
  let running = 0;
  let continueToken = "";
  for (let page = 0; page < maxPages; page += 1) {
    const result = await requestPage(connection, continueToken, signal);
    if (result.is !== "found") return undefined;
    const table = result.value;
    const runningOnPage = countRunningRows(table);
    if (runningOnPage === undefined) return undefined;
    running += runningOnPage;
    continueToken = textAt(table, "metadata", "continue");
    if (continueToken === "") return { running };
  }
  return { running, isAtLeast: true };
}

/** Returns how many rows of a page have the phase `Running`, or undefined if the table has no column `Phase`. */
function countRunningRows(table: Fields): number | undefined {
  const columns = listAt(table, "columnDefinitions");
  const phaseIndex = columns.findIndex((column) => textAt(column, "name") === "Phase");
  if (phaseIndex < 0) return undefined;
  const runningRows = listAt(table, "rows").filter((row) => listAt(row, "cells")[phaseIndex] === "Running");
  return runningRows.length;
}

/** Requests the page that `continueToken` leads to. An empty token leads to the first page. */
async function requestPage(
  connection: ServerConnection,
  continueToken: string,
  signal: AbortSignal | undefined,
): Promise<SettledResult> {
  try {
    return await requestSettled(connection, {
      path: pathOfPage(continueToken),
      accept: tableFormat,
      read: readTableResponse,
      signal,
      // A busy server is not asked again, because the report does not depend on the count.
      retryMode: "once",
    });
  } catch (error) {
    return { is: "unread", cause: error instanceof Error ? error.message : "" };
  }
}

function pathOfPage(continueToken: string): string {
  const { group, plural, versions } = machineInstances;
  const firstPage = `/apis/${group}/${versions[0]}/${plural}?includeObject=None&limit=${pageSize}`;
  return continueToken === "" ? firstPage : `${firstPage}&continue=${encodeURIComponent(continueToken)}`;
}

function readTableResponse(response: ServerResponse): QueryResult {
  const isTable = (document: Fields): boolean => valueAt(document, "kind") === "Table";
  return readQueryResult(response, { verb: "list" }, { isExpected: isTable });
}
