#include "tests/queue/support/rabbit_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <vector>

#include "tests/waiting.h"

namespace lw::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kServer = "/usr/lib/rabbitmq/bin/rabbitmq-server";  // Debian's, without the change of user

// In a process group of its own, which ends with this program.
pid_t startInGroup(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                   const fs::path& log) {
  std::vector<char*> argv, envp;
  for (const std::string& w : words) argv.push_back(const_cast<char*>(w.c_str()));
  for (const std::string& e : environment) envp.push_back(const_cast<char*>(e.c_str()));
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  const std::string file = log.string();
  const pid_t pid = fork();
  if (pid != 0) return pid;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int in = open("/dev/null", O_RDONLY), out = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(in, 0), dup2(out, 1), dup2(out, 2);
  execvpe(argv[0], argv.data(), envp.data());
  _exit(127);
}

void endGroup(pid_t pid) {
  if (pid <= 0) return;
  kill(-pid, SIGKILL);
  int status = 0;
  waitpid(pid, &status, 0);
}

bool listens(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected = connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  close(fd);
  return connected;
}

// "secret" with the salt 01020304, as RabbitMQ hashes passwords.
constexpr const char* kDefinitions = R"({
  "users": [
    {"name": "lw", "password_hash": "HASH", "hashing_algorithm": "rabbit_password_hashing_sha256", "tags": ""},
    {"name": "reader", "password_hash": "HASH", "hashing_algorithm": "rabbit_password_hashing_sha256", "tags": ""},
    {"name": "stranger", "password_hash": "HASH", "hashing_algorithm": "rabbit_password_hashing_sha256", "tags": ""}],
  "vhosts": [{"name": "/"}, {"name": "small"}],
  "permissions": [
    {"user": "lw", "vhost": "/", "configure": ".*", "write": ".*", "read": ".*"},
    {"user": "lw", "vhost": "small", "configure": ".*", "write": ".*", "read": ".*"},
    {"user": "reader", "vhost": "/", "configure": "^$", "write": "^$", "read": ".*"}],
  "policies": [{"vhost": "small", "name": "short", "pattern": "^loopwright.trials", "apply-to": "queues",
                "priority": 0, "definition": {"max-length": 2}}]
})";

std::string definitions() {
  std::string text = kDefinitions;
  for (size_t at; (at = text.find("HASH")) != std::string::npos;)
    text.replace(at, 4, "AQIDBDB9kM21iEUzN1lZ+6VReCsdNqS0sERdAQTcY6Xs3PMz");
  return text;
}

}  // namespace

int freePort() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof at;
  (void)bind(fd, reinterpret_cast<sockaddr*>(&at), sizeof at);
  (void)getsockname(fd, reinterpret_cast<sockaddr*>(&at), &length);
  close(fd);
  return ntohs(at.sin_port);
}

RabbitServer::RabbitServer() : port_(freePort()), tlsPort_(freePort()) {
  std::string pattern = (fs::temp_directory_path() / "lw_rabbit_XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  const std::string folder = folder_.string();
  const std::string certificate =
      "cd " + folder +
      " && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost "
      "-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout key.pem -out cert.pem 2> openssl.txt";
  EXPECT_EQ(std::system(certificate.c_str()), 0) << "openssl makes no certificate";
  std::ofstream(folder_ / "definitions.json") << definitions();
  std::ofstream(folder_ / "enabled_plugins") << "[].\n";
  std::ofstream(folder_ / "rabbitmq.conf")
      << "listeners.tcp.1 = 127.0.0.1:" << port_ << "\nlisteners.ssl.1 = 127.0.0.1:" << tlsPort_
      << "\nssl_options.cacertfile = " << folder << "/cert.pem"
      << "\nssl_options.certfile = " << folder << "/cert.pem"
      << "\nssl_options.keyfile = " << folder << "/key.pem"
      << "\nssl_options.verify = verify_none"
      << "\nload_definitions = " << folder << "/definitions.json"
      << "\nvm_memory_high_watermark.absolute = 1GB"
      << "\ndisk_free_limit.absolute = 10MB\n";
  const std::string epmd = std::to_string(freePort());
  const std::vector<std::string> environment = {
      "PATH=/usr/bin:/bin:/usr/sbin:/sbin",
      "HOME=" + folder,
      "LANG=C.UTF-8",
      "ERL_EPMD_PORT=" + epmd,
      "ERL_EPMD_ADDRESS=127.0.0.1",
      "RABBITMQ_NODENAME=lw" + std::to_string(getpid()) + "@localhost",
      "RABBITMQ_DIST_PORT=" + std::to_string(freePort()),
      "RABBITMQ_MNESIA_BASE=" + folder + "/mnesia",
      "RABBITMQ_LOG_BASE=" + folder + "/log",
      "RABBITMQ_CONFIG_FILE=" + folder + "/rabbitmq",
      "RABBITMQ_ADVANCED_CONFIG_FILE=" + folder + "/none",
      "RABBITMQ_CONF_ENV_FILE=/dev/null",
      "RABBITMQ_ENABLED_PLUGINS_FILE=" + folder + "/enabled_plugins",
      "RABBITMQ_FEATURE_FLAGS_FILE=" + folder + "/feature_flags",
      "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=+sbwt none +sbwtdcpu none +sbwtdio none",
      "RUNNING_UNDER_SYSTEMD=true",  // the script becomes the server instead of waiting for it
  };
  names_ = startInGroup({"epmd", "-port", epmd}, environment, folder_ / "epmd.txt");
  server_ = startInGroup({kServer}, environment, folder_ / "server.txt");
  bool ended = false;
  waitUntil([&] {
    ended = waitpid(server_, nullptr, WNOHANG) == server_;
    return ended || (listens(port_) && listens(tlsPort_));
  });
  if (!ended) return;
  std::ifstream log(folder_ / "server.txt");
  ADD_FAILURE() << "RabbitMQ did not start (scripts/install installs it):\n"
                << std::string(std::istreambuf_iterator<char>(log), {});
}

RabbitServer::~RabbitServer() {
  endGroup(server_);
  endGroup(names_);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

QueueAddress RabbitServer::address() const {
  QueueAddress address;
  address.tls = false;
  address.user = "lw";
  address.password = "secret";
  address.host = "127.0.0.1";
  address.port = port_;
  return address;
}

std::string RabbitServer::url() const { return "amqp://lw:secret@127.0.0.1:" + std::to_string(port_); }

}  // namespace lw::test
