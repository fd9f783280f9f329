/**
 * What a field does to a component or workload. `deploys` decides whether it exists, and `places` on which nodes it
 * runs. `configures` changes its configuration, and `gates` turns one of its features on or off. `patches` changes its
 * CR and bypasses the API.
 */
export type DriveHow = "deploys" | "places" | "configures" | "gates" | "patches";

/** One component (by the operator's name) or workload (by its own) that a field drives. */
export interface DrivenPart {
  readonly name: string;
  readonly how: DriveHow;
}

/** What a field of a manifest drives, in the operator's order of components. */
export interface DrivenField {
  /** Empty: the operator ignores the field. */
  readonly drives: readonly DrivenPart[];
  /** The field of the same spec that replaces one that is ignored or deprecated. */
  readonly instead?: string;
  /** No source says so: the field is only named like the component. */
  readonly isGuessed?: true;
}
