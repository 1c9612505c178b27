import { PolicyPack } from "@pulumi/policy";
import { ownedSnapshot, taggedWayOut } from "./rules";

new PolicyPack("compute-engine", { policies: [taggedWayOut, ownedSnapshot] });
