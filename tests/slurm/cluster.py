# SPDX-License-Identifier: GPL-3.0-or-later
"""A Slurm of several nodes on this machine alone: munged, slurmctld and a slurmd for each node, as the user who starts it, with a key, ports
and folders of their own. Nothing of a Slurm that the machine may have besides is read or changed."""
import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo")

CONFIGURATION = """\
ClusterName=ulpscope
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
# A container has no control groups to give away.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
# More processors than the machine has, so that tasks wait for nobody but their like.
SlurmdParameters=config_overrides
ReturnToService=1
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=2
KillWait=2
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing_programs():
    return [name for name in PROGRAMS if shutil.which(name, path=search_path()) is None]


def search_path():
    return os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def free_port(taken):
    """A port of this machine that nobody listens at; not one of those already taken."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        if port not in taken:
            taken.add(port)
            return port


class Cluster:
    def __init__(self, nodes, processors=2):
        self.nodes = nodes
        self.folder = Path(tempfile.mkdtemp(prefix="ulpscope-slurm-"))
        self.folder.chmod(0o755)  # munged's clients go through it
        self.daemons = {}
        taken = set()
        (self.folder / "state").mkdir()
        for node in nodes:
            (self.folder / node).mkdir()
        host = socket.gethostname().split(".")[0]
        rows = [f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port(taken)} CPUs={processors} State=UNKNOWN"
                for node in nodes]
        self.configuration = self.folder / "slurm.conf"
        self.configuration.write_text(CONFIGURATION.format(
            host=host, user=pwd.getpwuid(os.getuid()).pw_name, folder=self.folder, controller_port=free_port(taken),
            nodes="\n".join(rows)))
        self.environment = {**os.environ, "PATH": search_path(), "SLURM_CONF": str(self.configuration), "LC_ALL": "C.UTF-8"}
        for name in [name for name in self.environment if name.startswith(("SLURM_", "SBATCH_", "SQUEUE_")) and name != "SLURM_CONF"]:
            del self.environment[name]

    def start(self):
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        self._start("munged", ["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
                               f"--pid-file={self.folder}/munged.pid", f"--seed-file={self.folder}/munged.seed",
                               f"--log-file={self.folder}/munged.log", "--num-threads=2"])
        self._wait_for("munged", lambda: (self.folder / "munge.socket").exists())
        self._start("slurmctld", ["slurmctld", "-D", "-f", str(self.configuration)])
        self._wait_for("slurmctld", lambda: self.run("scontrol", "ping", check=False).returncode == 0)
        for node in self.nodes:
            self._start(node, ["slurmd", "-D", "-N", node, "-f", str(self.configuration)])
        for node in self.nodes:
            self._wait_for(node, lambda: self.state(node) == "idle")

    def run(self, *command, check=True, **options):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=120, **options)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def state(self, node):
        """As sinfo has it, without its marks: "idle", "drained", "down"."""
        return self.run("sinfo", "-h", "-N", "-n", node, "-o", "%T", check=False).stdout.strip().rstrip("*~#!%$@^-")

    def stop(self):
        self._end_jobs()
        for daemon in reversed(list(self.daemons.values())):
            with contextlib.suppress(ProcessLookupError):
                daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.daemons.clear()

    def _end_jobs(self, seconds=20):
        """A task outlives the daemons that started it."""
        end = time.monotonic() + seconds
        while self.run("squeue", "-h", check=False).stdout.strip() and time.monotonic() < end:
            self.run("scancel", "--me", check=False)
            time.sleep(0.5)

    def logs(self):
        return "\n".join(f"--- {path.name}\n" + "\n".join(path.read_text(errors="replace").splitlines()[-15:])
                         for path in sorted(self.folder.glob("*.log")))

    def _start(self, name, command):
        with open(self.folder / f"{name}.out.log", "wb") as log:
            self.daemons[name] = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, cwd=self.folder)

    def _wait_for(self, name, is_ready, seconds=60):
        end = time.monotonic() + seconds
        while not is_ready():
            if self.daemons[name].poll() is not None:
                raise RuntimeError(f"{name} ended with {self.daemons[name].returncode}\n{self.logs()}")
            if time.monotonic() > end:
                raise RuntimeError(f"{name} is not there after {seconds} s\n{self.logs()}")
            time.sleep(0.2)

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
