import { declareRounds } from "./rounds";

declareRounds("CLI", 4);
