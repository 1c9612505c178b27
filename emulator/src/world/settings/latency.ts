import { Setting } from "./setting";

/** How long things take. */
export interface Latency {
  /** Duration of an operation whose type is not in `byType`. Default 0. */
  readonly defaultMs?: number;
  /** Duration by operation type: `{ insert: 2000, delete: 500 }`. */
  readonly byType?: Readonly<Record<string, number>>;
  /** How long a managed instance group takes to bring all its instances to what it wants after a change. Default 0. */
  readonly instancesMs?: number;
  /**
   * How long a managed instance group takes for each instance, whatever changes meanwhile: they come, and go, one after the
   * other. It takes the place of `instancesMs`. Default 0.
   */
  readonly perInstanceMs?: number;
  /** Added to every request before it is acted on. Default 0. */
  readonly requestMs?: number;
  /** How long a wait is held before it answers the current state. Default 2 minutes. */
  readonly waitDeadlineMs?: number;
}

/** The latency that holds now. Operations that run keep the duration they started with. */
export class LatencySettings extends Setting<Latency> {
  /** Members that are left out keep their value. */
  set(latency: Latency): void {
    this.current = { ...this.current, ...latency };
  }

  get requestMs(): number {
    return this.current.requestMs ?? 0;
  }

  get instancesMs(): number {
    return this.current.instancesMs ?? 0;
  }

  get perInstanceMs(): number {
    return this.current.perInstanceMs ?? 0;
  }

  get waitDeadlineMs(): number {
    return this.current.waitDeadlineMs ?? 120_000;
  }

  /** Duration of a new operation of this type. */
  operationMs(operationType: string): number {
    return this.current.byType?.[operationType] ?? this.current.defaultMs ?? 0;
  }
}
