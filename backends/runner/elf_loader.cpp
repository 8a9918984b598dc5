#include "backends/runner/elf_loader.h"
#include "backends/runner/errors.h"
#include "core/support/text.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>

namespace lw {
namespace {

constexpr size_t kStubBytes = 16;  // jmp *[rip + 2]; 2 bytes of padding; the address

size_t alignUp(size_t n, size_t alignment) { return (n + alignment - 1) / alignment * alignment; }

}  // namespace

// One load. All sections go into one mapping, code first, so that 32-bit displacements reach. Calls to external
// functions go through stubs, their addresses through a table (GOT); both are at the end of their parts.
class ObjectReader {
 public:
  ObjectReader(std::string_view bytes, const LoadedObject::Resolver& resolve) : bytes_(bytes), resolve_(resolve) {}

  Result<LoadedObject> run() {
    if (auto error = readHeaders()) return *error;
    if (auto error = placeSections()) return *error;
    if (auto error = resolveSymbols()) return *error;
    for (const Elf64_Shdr& section : sections_)
      if (auto error = relocate(section)) return *error;
    if (mprotect(object_.image_, object_.codeBytes_, PROT_READ | PROT_EXEC) != 0)
      return err::kElfMemory(object_.codeBytes_, strerror(errno));
    return std::move(object_);
  }

 private:
  using Error = std::optional<Explanation>;

  template <class T>
  bool readArray(uint64_t offset, uint64_t count, std::vector<T>& out) const {
    if (count > bytes_.size() / sizeof(T) || offset > bytes_.size() || count * sizeof(T) > bytes_.size() - offset)
      return false;
    out.resize(count);
    if (count) memcpy(out.data(), bytes_.data() + offset, count * sizeof(T));
    return true;
  }

  std::string stringAt(uint32_t section, uint32_t offset) const {
    const Elf64_Shdr& table = sections_[section];
    if (table.sh_type == SHT_NOBITS || table.sh_offset > bytes_.size() ||
        table.sh_size > bytes_.size() - table.sh_offset || offset >= table.sh_size)
      return {};
    const char* text = bytes_.data() + table.sh_offset + offset;
    return std::string(text, strnlen(text, table.sh_size - offset));
  }

  Error readHeaders() {
    if (bytes_.size() < sizeof(Elf64_Ehdr)) return err::kElfMalformed("it is shorter than its header");
    Elf64_Ehdr header;
    memcpy(&header, bytes_.data(), sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return err::kElfMalformed("it is not an ELF file");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64)
      return err::kElfUnsupported("a machine other than x86-64");
    if (header.e_type != ET_REL) return err::kElfMalformed("it is not relocatable");
    if (header.e_shentsize != sizeof(Elf64_Shdr) || !readArray(header.e_shoff, header.e_shnum, sections_))
      return err::kElfMalformed("its section table extends beyond the file");
    for (const Elf64_Shdr& s : sections_) {
      if (s.sh_type != SHT_NOBITS && (s.sh_offset > bytes_.size() || s.sh_size > bytes_.size() - s.sh_offset))
        return err::kElfMalformed("a section extends beyond the file");
      if (s.sh_type != SHT_SYMTAB) continue;
      if (s.sh_link >= sections_.size() || !readArray(s.sh_offset, s.sh_size / sizeof(Elf64_Sym), symbols_))
        return err::kElfMalformed("its symbol table extends beyond the file");
      names_ = s.sh_link;
    }
    return {};
  }

  Error placeSections() {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    offsets_.assign(sections_.size(), SIZE_MAX);
    size_t end = 0;
    const auto place = [&](bool code) {
      for (size_t i = 0; i < sections_.size(); ++i) {
        const Elf64_Shdr& s = sections_[i];
        if (!(s.sh_flags & SHF_ALLOC) || bool(s.sh_flags & SHF_EXECINSTR) != code || s.sh_size > (1u << 30)) continue;
        offsets_[i] = alignUp(end, std::clamp<size_t>(s.sh_addralign, 1, page));
        end = offsets_[i] + s.sh_size;
      }
    };
    place(true);
    stubs_ = alignUp(end, kStubBytes);
    end = object_.codeBytes_ = alignUp(stubs_ + symbols_.size() * kStubBytes + 1, page);
    place(false);
    table_ = alignUp(end, sizeof(void*));
    end = object_.imageBytes_ = alignUp(table_ + symbols_.size() * sizeof(void*) + 1, page);
    void* memory = mmap(nullptr, end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return err::kElfMemory(end, strerror(errno));
    object_.image_ = static_cast<char*>(memory);
    for (size_t i = 0; i < sections_.size(); ++i)
      if (offsets_[i] != SIZE_MAX && sections_[i].sh_type != SHT_NOBITS && sections_[i].sh_size > 0)
        memcpy(object_.image_ + offsets_[i], bytes_.data() + sections_[i].sh_offset, sections_[i].sh_size);
    return {};
  }

  Error resolveSymbols() {
    std::string missing;
    addresses_.assign(symbols_.size(), 0);
    for (size_t i = 1; i < symbols_.size(); ++i) {
      const Elf64_Sym& symbol = symbols_[i];
      const std::string name = stringAt(names_, symbol.st_name);
      const int binding = ELF64_ST_BIND(symbol.st_info);
      if (symbol.st_shndx == SHN_UNDEF) {
        if (name.empty() || name == "_GLOBAL_OFFSET_TABLE_") continue;
        void* found = resolve_(name);
        if (!found && binding != STB_WEAK) addItem(missing, name);
        addresses_[i] = reinterpret_cast<uintptr_t>(found);
      } else if (symbol.st_shndx == SHN_ABS) {
        addresses_[i] = symbol.st_value;
      } else if (symbol.st_shndx < sections_.size() && offsets_[symbol.st_shndx] != SIZE_MAX) {
        addresses_[i] = reinterpret_cast<uintptr_t>(object_.image_) + offsets_[symbol.st_shndx] + symbol.st_value;
        if (binding == STB_GLOBAL) object_.symbols_.emplace_back(name, reinterpret_cast<void*>(addresses_[i]));
      } else if (symbol.st_shndx == SHN_COMMON) {
        return err::kElfUnsupported(say("a common symbol ({0})", Ident(name)));
      }
    }
    if (!missing.empty())
      return explain(err::kElfUnresolved(missing),
                     "check the name in T.call_extern, or give the library that defines it");
    for (size_t i = 1; i < symbols_.size(); ++i) writeStub(i);
    return {};
  }

  void writeStub(size_t symbol) {
    char* stub = object_.image_ + stubs_ + symbol * kStubBytes;
    const unsigned char jump[8] = {0xff, 0x25, 2, 0, 0, 0, 0xcc, 0xcc};
    memcpy(stub, jump, sizeof jump);
    memcpy(stub + 8, &addresses_[symbol], 8);
    memcpy(object_.image_ + table_ + symbol * sizeof(void*), &addresses_[symbol], 8);
  }

  Error relocate(const Elf64_Shdr& section) {
    if (section.sh_type == SHT_REL) return err::kElfUnsupported("relocations without addends");
    if (section.sh_type != SHT_RELA || section.sh_info >= sections_.size() || offsets_[section.sh_info] == SIZE_MAX)
      return {};
    std::vector<Elf64_Rela> entries;
    if (!readArray(section.sh_offset, section.sh_size / sizeof(Elf64_Rela), entries))
      return err::kElfMalformed("a relocation table extends beyond the file");
    for (const Elf64_Rela& entry : entries)
      if (auto error = apply(entry, sections_[section.sh_info].sh_size, offsets_[section.sh_info])) return error;
    return {};
  }

  Error apply(const Elf64_Rela& entry, size_t sectionBytes, size_t sectionOffset) {
    const uint64_t symbol = ELF64_R_SYM(entry.r_info);
    const uint64_t type = ELF64_R_TYPE(entry.r_info);
    if (type == R_X86_64_NONE) return {};
    const size_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
    if (symbol >= symbols_.size() || entry.r_offset > sectionBytes || width > sectionBytes - entry.r_offset)
      return err::kElfMalformed("a relocation is outside of its section");
    char* place = object_.image_ + sectionOffset + entry.r_offset;
    const auto at = static_cast<int64_t>(reinterpret_cast<uintptr_t>(place));
    const auto image = static_cast<int64_t>(reinterpret_cast<uintptr_t>(object_.image_));
    const int64_t target = static_cast<int64_t>(addresses_[symbol]) + entry.r_addend;
    int64_t value = 0;
    switch (type) {
      case R_X86_64_64:
        value = target;
        break;
      case R_X86_64_PC64:
        value = target - at;
        break;
      case R_X86_64_32:
      case R_X86_64_32S:
        value = target;
        break;
      case R_X86_64_PC32:
      case R_X86_64_PLT32:
        value = target - at;
        if (value != static_cast<int32_t>(value) && symbols_[symbol].st_shndx == SHN_UNDEF)
          value = image + static_cast<int64_t>(stubs_ + symbol * kStubBytes) + entry.r_addend - at;
        break;
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        value = image + static_cast<int64_t>(table_ + symbol * sizeof(void*)) + entry.r_addend - at;
        break;
      default:
        return err::kElfUnsupported(say("relocation type {0}", type));
    }
    const bool fits = width == 8 || (type == R_X86_64_32 ? value == static_cast<int64_t>(static_cast<uint32_t>(value))
                                                         : value == static_cast<int32_t>(value));
    if (!fits) return err::kElfUnsupported(say("an address out of range for relocation type {0}", type));
    memcpy(place, &value, width);
    return {};
  }

  std::string_view bytes_;
  const LoadedObject::Resolver& resolve_;
  LoadedObject object_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<size_t> offsets_;       // of each section in the image; SIZE_MAX: not loaded
  std::vector<uintptr_t> addresses_;  // of each symbol
  uint32_t names_ = 0;
  size_t stubs_ = 0, table_ = 0;
};

namespace {

constexpr std::string_view kArchive = "!<arch>\n";
constexpr size_t kMemberHeader = 60, kSizeAt = 48, kSizeDigits = 10;

// The members of an archive, without the table of symbols and the table of long names.
Result<std::vector<std::string_view>> membersOf(std::string_view bytes) {
  std::vector<std::string_view> members;
  for (size_t at = kArchive.size(); at < bytes.size();) {
    size_t size = 0;
    if (bytes.size() - at < kMemberHeader) return err::kElfMalformed("a member of the archive has no header");
    const char* digits = bytes.data() + at + kSizeAt;
    if (std::from_chars(digits, digits + kSizeDigits, size).ec != std::errc() ||
        size > bytes.size() - at - kMemberHeader)
      return err::kElfMalformed("a member of the archive extends beyond the file");
    members.push_back(bytes.substr(at + kMemberHeader, size));
    at += kMemberHeader + size + size % 2;
  }
  return members;
}

}  // namespace

Result<LoadedObject> LoadedObject::load(std::string_view bytes, const Resolver& resolve) {
  if (!bytes.starts_with(kArchive)) return ObjectReader(bytes, resolve).run();
  const Result<std::vector<std::string_view>> members = membersOf(bytes);
  if (!members) return members.error();
  LoadedObject all;
  const Resolver among = [&](const std::string& symbol) {
    void* found = all.find(symbol);
    return found ? found : resolve(symbol);
  };
  for (const std::string_view member : *members) {
    Result<LoadedObject> object = ObjectReader(member, among).run();
    if (!object) return object.error();
    all.others_.push_back(std::move(*object));
  }
  return all;
}

std::vector<LoadedObject::Range> LoadedObject::code() const {
  std::vector<Range> ranges;
  if (image_) ranges.push_back({reinterpret_cast<uintptr_t>(image_), reinterpret_cast<uintptr_t>(image_) + codeBytes_});
  for (const LoadedObject& other : others_) ranges.push_back(other.code().front());
  return ranges;
}

LoadedObject::LoadedObject(LoadedObject&& other) noexcept { *this = std::move(other); }

LoadedObject& LoadedObject::operator=(LoadedObject&& other) noexcept {
  std::swap(image_, other.image_);
  std::swap(imageBytes_, other.imageBytes_);
  std::swap(codeBytes_, other.codeBytes_);
  std::swap(symbols_, other.symbols_);
  std::swap(others_, other.others_);
  return *this;
}

LoadedObject::~LoadedObject() {
  if (image_) munmap(image_, imageBytes_);
}

void* LoadedObject::find(std::string_view symbol) const {
  for (const auto& [name, address] : symbols_)
    if (name == symbol) return address;
  for (const LoadedObject& other : others_)
    if (void* address = other.find(symbol)) return address;
  return nullptr;
}

}  // namespace lw
