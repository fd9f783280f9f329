import { evaluateConditions, verdictByPolarity } from "../../shared/aggregate/evaluation/condition-polarity.ts";
import type { Condition, ConditionStatus } from "../../shared/model/condition.ts";
import { hyperConverged } from "../../shared/model/family-roots.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import { hcoProfile, summaryTypes } from "../../shared/profiles/hco/profile.ts";
import { hcoComponents } from "../../shared/tables/components.ts";
import { generalPolarities } from "../../shared/tables/polarity.ts";

/** A kind that Argo CD evaluates by a script of ours. */
export interface HealthKind {
  readonly group: string;
  readonly kind: string;
  /** Reasons of Degraded=True that mean a roll-out. */
  readonly updatingReasons: readonly string[];
  /** Whether metadata.generation grows with the status, so that it does not show freshness. */
  readonly generationCountsStatus: boolean;
}

const named = ["KubeVirt", "CDI", "NetworkAddonsConfig", "SSP", "AAQ"];

/** The kinds that have a script. */
export const healthKinds: readonly HealthKind[] = [
  { ...hyperConverged, updatingReasons: [], generationCountsStatus: false },
  ...hcoComponents.filter(({ kind }) => named.includes(kind)),
];

const healthOf: Readonly<Record<Verdict, string>> = {
  unavailable: "Degraded",
  degraded: "Degraded",
  unknown: "Unknown",
  progressing: "Progressing",
  healthy: "Healthy",
};

/**
 * A health.lua for Argo CD, which evaluates one object as componentVerdict of shared/aggregate/hco/component-node.ts
 * does: the worst of its conditions counts. It uses no library, because Argo CD opens only base and table
 * (argo-cd util/lua/lua.go).
 */
export function writeHealthScript({ group, kind, updatingReasons, generationCountsStatus }: HealthKind): string {
  const rows = knownTypes(group, kind).map(
    (type) =>
      `  [${quote(type)}] = { ${statuses.map((status) => `["${status}"] = "${healthUnder(group, kind, type, status)}"`).join(", ")} },`,
  );
  return `-- Health of ${kind} (${group}) for Argo CD, by the rules of hco-status. Written by
-- \`node plugin/deploy/write-health-scripts.ts\`; do not edit.
local meanings = {
${rows.join("\n")}
}
local updating = {${updatingReasons.map((reason) => ` [${quote(reason)}] = true `).join(",")}}
local rank = { Healthy = 1, Progressing = 2, Unknown = 3, Degraded = 4 }
local hs = { status = "Healthy", message = "" }
local function worsen(status, message)
  if rank[status] > rank[hs.status] then
    hs.status = status
    hs.message = message
  end
end

local metadata = obj.metadata or {}
local status = type(obj.status) == "table" and obj.status or {}
local conditions = {}
if type(status.conditions) == "table" then
  for _, condition in ipairs(status.conditions) do
    if type(condition) == "table" and type(condition.type) == "string" then
      conditions[condition.type] = condition
    end
  end
end
local available = conditions["Available"]
if available == nil then
  hs.status = "Unknown"
  hs.message = "${kind} does not report Available"
  return hs
end

local progressing = conditions["Progressing"]
local degraded = conditions["Degraded"]
local isUpdating = available.status == "True" and progressing ~= nil and progressing.status == "True"
  and degraded ~= nil and updating[degraded.reason] == true
for _, condition in ipairs(status.conditions) do
  local name = type(condition) == "table" and condition.type or ""
  -- Of two conditions of one type the last counts.
  if conditions[name] == condition then
    local health = "Healthy"
    if meanings[name] ~= nil then
      health = meanings[name][condition.status] or "Unknown"
    end
    if name == "Degraded" and condition.status == "True" and isUpdating then
      health = "Progressing"
    end
    local text = name .. "=" .. tostring(condition.status) .. " " .. tostring(condition.reason or "")
    worsen(health, text .. ": " .. tostring(condition.message or ""))
  end
end
if metadata.deletionTimestamp ~= nil then
  worsen("Progressing", "being deleted")
end
local annotations = metadata.annotations or {}
if annotations["kubevirt.io/operator.paused"] == "true" or status.paused == true then
  worsen("Progressing", "paused")
end
${generationCountsStatus ? "" : staleLines}return hs
`;
}

/** As isOlderThanSpec of freshness.ts. */
const staleLines = `local function isOld(generation)
  return type(generation) == "number" and type(metadata.generation) == "number" and generation < metadata.generation
end
local isStale = isOld(status.observedGeneration)
for name, condition in pairs(conditions) do
  if status.observedGeneration == nil or (${summaryTypes.map((type) => `name == "${type}"`).join(" or ")}) then
    isStale = isStale or isOld(condition.observedGeneration)
  end
end
if isStale then
  worsen("Progressing", "the status is older than the spec")
end
`;

const statuses: readonly ConditionStatus[] = ["True", "False", "Unknown"];

/** The types that tables name for the kind, whose status counts. */
function knownTypes(group: string, kind: string): readonly string[] {
  const rows = [...hcoProfile.polarities, ...generalPolarities].filter(
    (row) => (row.group === undefined || row.group === group) && (row.kind === undefined || row.kind === kind),
  );
  const types = [...new Set(rows.map(({ type }) => type))];
  return types
    .filter((type) => statuses.some((status) => healthUnder(group, kind, type, status) !== "Healthy"))
    .toSorted();
}

function healthUnder(group: string, kind: string, type: string, status: ConditionStatus): string {
  // Progressing=Unknown is unknown, as componentVerdict says.
  if (type === "Progressing" && status === "Unknown") return healthOf.unknown;
  const condition: Condition = { type, status, reason: "", message: "" };
  const available: Condition = { type: "Available", status: "True", reason: "", message: "" };
  const object = { ref: { group, kind, name: "" }, raw: {} } as unknown as KubeObject;
  const judged = evaluateConditions(hcoProfile, object, [available, condition]).at(-1);
  return healthOf[judged === undefined ? "unknown" : verdictByPolarity(judged.polarity, status)];
}

/** A string of Lua. Types and reasons are letters and digits. */
function quote(text: string): string {
  return JSON.stringify(text);
}
