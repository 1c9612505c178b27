export { startEmulator, type Emulator, type EmulatorOptions, type QuotaSettings, type StoredObjects } from "./emulator";
export type { StoredObject, TimelineEntry } from "./controls";
export type { Fault, FaultKind, FaultMatch, FaultRule, OperationErrorItem, Warning } from "./faults";
export type { Latency } from "./latency";
export type { RequestLogEntry } from "./requestLog";
export type { SeedOptions } from "./seeds/options";
export type { SeedSummary } from "./seeds/plant";
export type { StoredVersion } from "./store";
export type { TokenGrant } from "./tokens";
