-- Health of CDI (cdi.kubevirt.io) for Argo CD, by the rules of hco-status. Written by
-- `node plugin/deploy/write-health-scripts.ts`; do not edit.
local meanings = {
  ["Available"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Complete"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["ContainersReady"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Degraded"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Deleting"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["DiskPressure"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Error"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Established"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Failed"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["FileSystemResizePending"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["Healthy"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["InProgress"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["Initialized"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Installed"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Irreconcilable"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Issuing"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["MemoryPressure"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["NamesAccepted"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["NetworkUnavailable"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["NoHelmChartTestFailures"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["NonStructuralSchema"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["PIDPressure"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["PodScheduled"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Progressing"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Qualified"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Ready"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["ReconcileComplete"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Reconciling"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["ReleaseFailed"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["ReplicaFailure"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Resizing"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["RollingOut"] = { ["True"] = "Progressing", ["False"] = "Healthy", ["Unknown"] = "Healthy" },
  ["Settled"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Stalled"] = { ["True"] = "Degraded", ["False"] = "Healthy", ["Unknown"] = "Unknown" },
  ["Succeeded"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
  ["Synced"] = { ["True"] = "Healthy", ["False"] = "Degraded", ["Unknown"] = "Unknown" },
}
local updating = { ["UpgradeStarted"] = true }
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
  hs.message = "CDI does not report Available"
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
return hs
