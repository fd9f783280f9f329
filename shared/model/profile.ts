import type { Polarity } from "./condition.ts";
import type { ProfileName, RuleSetName } from "./families.ts";
import type { GroupKind, Kind } from "./kind.ts";
import type { Verdict } from "./verdict.ts";

/** `[major, minor]` of a release of the operator. */
export type Release = readonly [major: number, minor: number];

/** One component CR of the operator: its name, its version fields, and what enables it (tables/hyperconverged). */
export interface ComponentRow extends Kind {
  /** The component's name. */
  readonly component: string;
  readonly objectName: string;
  /** The status field with the running version, and the operator's variable with the wanted one. */
  readonly versionField: string;
  readonly versionVariable: string;
  /** The name that the operator writes in reasons and messages, if it is not `component`. */
  readonly reasonName?: string;
  /** First and last release of the operator that has it (at this place); absent: all. */
  readonly since?: Release;
  readonly until?: Release;
  /** Exists only on this platform. */
  readonly platform?: "openshift";
  /** Exists only if the CR's spec enables it. */
  readonly enabledBy?: readonly (readonly string[])[];
  /** Reasons on Degraded=True that mean "is being updated" while it is Available and Progressing. */
  readonly updatingReasons: readonly string[];
  /** Its CRD has no status subresource: generation grows with every status write. */
  readonly generationCountsStatus: boolean;
  /** Label app.kubernetes.io/component on its operator and on the objects that the operator creates. */
  readonly workloadLabel: string;
  /** The annotation of HyperConverged with a JSON patch for it, which sets TaintedConfiguration. */
  readonly patchAnnotation?: string;
}

/** The polarity of one condition type of one kind; the first row that matches wins. */
export interface PolarityRow {
  readonly group?: string;
  readonly kind?: string;
  readonly type: string;
  readonly polarity: Polarity;
  readonly source: string;
}

/** Where the objects are that an owner of a kind has and that explain it, if nothing of its own does. */
export interface OwnedKindRow {
  readonly owner: GroupKind;
  readonly owned: Kind;
  /** The label of owned objects whose value is the name of the owner. Without it all of the namespace are listed. */
  readonly label?: string;
  /** The value of that label is the uid of the owner, not its name. */
  readonly labelIsUid?: true;
  /** The path in an owned object to the generation of the owner that it is about. */
  readonly generationAt?: string;
}

/** Objects that an object names in its spec, its status or its metadata, and that explain it. */
export interface NamedKindRow {
  readonly by: GroupKind;
  readonly named: Kind;
  /** The paths to the names, as in {@link KindRow}. */
  readonly at: readonly string[];
  /** The object cannot work without the one that it names. Otherwise that may be created later, or not at all. */
  readonly isNeeded?: true;
}

/** What a word of a status means. `paused`: the object rests because a user wants it so, which is no fault. */
export type WordMeaning = Verdict | "paused";

/**
 * How the status of one kind is read where the general rules do not suffice. Paths are those of JSON with dots from the
 * object on. `*` stands for every item of a list or mapping. A key with dots stands in brackets:
 * `metadata.annotations[acme.io/stage]`.
 */
export interface KindRow {
  /** The API group. `*.acme.io` is every group that ends so. */
  readonly group: string;
  /** The kind. `*` is every kind of the group. */
  readonly kind: string;
  /** The document that defines the fields, or the file and line of a user. */
  readonly source: string;
  /** The polarity of condition types. `*` is every other type of this kind. */
  readonly polarity?: Readonly<Record<string, Polarity>>;
  /** What reasons of conditions that are not good mean: `Reason`, `Type/Reason`, `Type/*`; empty: without a reason. */
  readonly reasons?: Readonly<Record<string, WordMeaning>>;
  /** The verdict of a main or good condition that is Unknown: controllers that write it while they work. */
  readonly unknown?: Verdict;
  /** Condition types without which the object is on its way. */
  readonly required?: readonly string[];
  /** Where conditions lie beside `status.conditions`. */
  readonly conditions?: readonly string[];
  /** Words of the status. They replace the general table of words; an empty list means that no word counts. */
  readonly words?: readonly WordRow[];
  /** Numbers that must reach others. They replace the general counts of replicas. */
  readonly counts?: readonly CountRow[];
  /** Fields that hold a text only if something failed. They replace the general ones. */
  readonly failures?: readonly string[];
  /** The verdict of an object whose status reports nothing, until an hour after its creation if it is `progressing`. */
  readonly silent?: Verdict;
  /** Where a value appears when the installation is complete. Until then a False main condition is progressing. */
  readonly installed?: string;
  /** A False main condition is never excused by work under way. */
  readonly strict?: true;
}

/** The words of one field. A number, true and false count as words too. */
export interface WordRow {
  readonly at: string;
  readonly is: Readonly<Record<string, WordMeaning>>;
  /** Every other word. Without it the general table defines what the word means, but no such word is healthy. */
  readonly otherwise?: WordMeaning;
  /** The row applies only where each of these fields has one of its values. */
  readonly where?: readonly FieldValues[];
}

/** A field, and the values of it for which a row applies. */
export interface FieldValues {
  readonly at: string;
  readonly is: readonly string[];
}

/** Two numbers of an object, each the sum of what its path finds. A text that is no number counts as one. */
export interface CountRow {
  readonly wanted: string;
  readonly ready: string;
  /** The verdict if `ready` is less than `wanted`; progressing if absent. */
  readonly short?: Verdict;
}

/** A family of CRs: its roots, its components, the polarity of its conditions, its rule sets. Data, no behaviour. */
export interface Profile {
  readonly name: ProfileName;
  readonly roots: readonly Kind[];
  readonly components: readonly ComponentRow[];
  readonly polarities: readonly PolarityRow[];
  readonly ruleSets: readonly RuleSetName[];
}
