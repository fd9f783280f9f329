import type { Observation } from "../../model/cause/observation.ts";
import type { KubeObject } from "../../model/object.ts";
import { recordAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import { storageClasses } from "../../profiles/core-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  makeTrouble,
  type ObjectHealth,
  unhealthyObject,
} from "./object-health.ts";

/**
 * The annotations of a default class: Kubernetes' (kubernetes/kubernetes pkg/apis/storage/util/helpers.go), and that of
 * CDI for disks of virtual machines (containerized-data-importer pkg/controller/common/util.go).
 */
const defaultClassAnnotations: readonly string[] = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
  "storageclass.kubevirt.io/is-default-virt-class",
];

/** The name of a requested class that stands for the default class of the cluster. */
const defaultClass = "";

/** Whether the StorageClasses of the cluster may explain why a claim or a DataVolume has no volume. */
export function waitsForStorageClass(object: KubeObject): boolean {
  return readRequestedClass(object) !== undefined;
}

/**
 * The health of a claim or DataVolume that no provisioner ever takes, because its class does not exist, or because it names
 * no class and the cluster has no default class. Undefined in all other cases, and where the classes were not read.
 */
export function evaluateMissingStorageClass(
  object: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ObjectHealth | undefined {
  const storageClass = readRequestedClass(object);
  if (storageClass === undefined || object.deletedAt !== undefined) return undefined;
  const observed =
    storageClass === defaultClass ? observeMissingDefault(index) : observeMissingClass(storageClass, index);
  if (observed === undefined) return undefined;
  // A claim takes a class that is created after it.
  const isLate = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.provisioning);
  const facts = filledFacts({ phase: "Pending", storageClass });
  return unhealthyObject(
    isLate ? "degraded" : "progressing",
    makeTrouble("Pending", observed, object.createdAt),
    facts,
  );
}

/**
 * The StorageClass that an object without a volume waits for, or {@link defaultClass}. Undefined where it waits for none: it
 * is no claim or DataVolume, has a volume, or asks for a volume without a class by an empty name.
 */
function readRequestedClass({ ref, spec, status }: KubeObject): string | undefined {
  const phase = textAt(status, "phase");
  if (ref.kind === "PersistentVolumeClaim" && phase === "Pending" && textAt(spec, "volumeName") === "") {
    return readClassName(valueAt(spec, "storageClassName"));
  }
  if (ref.kind !== "DataVolume" || (phase !== "" && phase !== "Pending")) return undefined;
  // CDI makes no claim without a class (containerized-data-importer pkg/controller/datavolume/pvc.go, renderPvcSpec).
  const storage = recordAt(spec, "storage") ?? recordAt(spec, "pvc");
  return storage === undefined ? undefined : readClassName(storage["storageClassName"]);
}

/** `"fast"` -> `"fast"`. An absent name is the default class, and an empty name is undefined. */
function readClassName(value: unknown): string | undefined {
  return value === "" ? undefined : toText(value);
}

function observeMissingClass(name: string, index: ObjectIndex): Observation | undefined {
  const { group, kind } = storageClasses;
  const { outcome } = index.find({ group, kind, name });
  return outcome === "absent" ? { code: "no-such-storage-class", storageClass: name } : undefined;
}

function observeMissingDefault(index: ObjectIndex): Observation | undefined {
  const listing = index.list(storageClasses);
  if (listing.outcome !== "found" || listing.objects.some(isDefaultClass)) return undefined;
  // A file without any class says nothing about the cluster.
  if (listing.isGiven === true && listing.objects.length === 0) return undefined;
  return { code: "no-default-storage-class" };
}

function isDefaultClass({ annotations }: KubeObject): boolean {
  return defaultClassAnnotations.some((name) => annotations.get(name) === "true");
}
