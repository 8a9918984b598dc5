#include "backends/cpu/object_store.h"

#include <dlfcn.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr size_t kDigest = 2 * LLVM_BLAKE3_OUT_LEN;  // in hexadecimal

std::string digestOf(std::initializer_list<std::string_view> parts) {
  llvm::BLAKE3 hash;
  for (const std::string_view part : parts) {
    hash.update(llvm::StringRef(std::to_string(part.size()) + ":"));  // "ab", "c" is not "a", "bc"
    hash.update(llvm::StringRef(part.data(), part.size()));
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

}  // namespace

std::string objectFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string base = cache && *cache ? cache : std::string(home ? home : "/tmp") + "/.cache";
  return base + "/loopwright/objects";
}

std::string programBuild() {
  std::error_code ignored;
  // The file of this code: the program, or the Python module that contains it.
  Dl_info self;
  const bool library = dladdr(reinterpret_cast<void*>(&programBuild), &self) != 0 && self.dli_fname &&
                       std::string_view(self.dli_fname).find(".so") != std::string_view::npos;
  const fs::path program = library ? self.dli_fname : "/proc/self/exe";
  return std::to_string(fs::file_size(program, ignored)) + " " +
         std::to_string(fs::last_write_time(program, ignored).time_since_epoch().count());
}

std::string ObjectStore::keyOf(std::initializer_list<std::string_view> parts) { return digestOf(parts); }

std::string ObjectStore::fileOf(const std::string& key) const { return folder_ + "/" + key; }

// A file is the digest of the object, then the object.
std::optional<std::string> ObjectStore::find(const std::string& key) const {
  std::ifstream in(fileOf(key), std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  if (text.size() <= kDigest) return std::nullopt;
  std::string object = text.substr(kDigest);
  if (text.compare(0, kDigest, digestOf({object})) != 0) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(fileOf(key), fs::file_time_type::clock::now(), ignored);
  return object;
}

void ObjectStore::keep(const std::string& key, const std::string& object) const {
  std::error_code failed;
  fs::create_directories(folder_, failed);
  fs::permissions(folder_, fs::perms::owner_all, failed);  // other users must not put code here
  // Written under another name and renamed, so that two processes never mix their bytes.
  const std::string fresh = fileOf(key) + "." + std::to_string(getpid());
  {
    std::ofstream out(fresh, std::ios::binary);
    out << digestOf({object}) << object;
    out.close();
    if (!out) {
      fs::remove(fresh, failed);
      return;
    }
  }
  fs::rename(fresh, fileOf(key), failed);
  tidyUp();
}

void ObjectStore::tidyUp() const {
  struct Kept {
    fs::file_time_type used;
    int64_t bytes;
    fs::path path;
  };
  std::vector<Kept> files;
  int64_t total = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
    if (!entry.is_regular_file(ignored)) continue;
    files.push_back({entry.last_write_time(ignored), int64_t(entry.file_size(ignored)), entry.path()});
    total += files.back().bytes;
  }
  if (total <= limit_) return;
  std::sort(files.begin(), files.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& file : files) {
    if (total <= limit_) break;
    if (fs::remove(file.path, ignored)) total -= file.bytes;
  }
}

}  // namespace lw
