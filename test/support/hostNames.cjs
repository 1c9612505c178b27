// Loaded into a process before anything else: the host name "emulator" leads to this machine, as it leads to another
// container where several run together. Only this process knows the name.
const dns = require("node:dns");

const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === "emulator" ? "127.0.0.1" : name, ...rest);
