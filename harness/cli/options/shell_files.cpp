#include "harness/cli/options/shell_files.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/cli/files/whole_file.h"
#include "harness/cli/options/man_page.h"
#include "harness/cli/options/option_facts.h"
#include "harness/cli/options/shell_completion.h"

namespace gcrucible::cli {

Expected<void> write_shell_files(const CLI::App& app, const std::string& folder, const std::string& version) {
  std::vector<std::pair<std::string, std::string>> files{
      {"man/man1/gcrucible.1", man_page(app, version)},
      {"bash-completion/completions/gcrucible", bash_completion(app)},
      {"zsh/site-functions/_gcrucible", zsh_completion(app)},
      {"fish/vendor_completions.d/gcrucible.fish", fish_completion(app)},
  };
  for (const CLI::App* const command : commands_of(app)) {
    files.emplace_back("man/man1/gcrucible-" + command->get_name() + ".1", man_page_of(*command, version));
  }
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::error_code code;
    std::filesystem::create_directories(path.parent_path(), code);
    if (code) return failure(path.parent_path().string() + ": " + code.message());
    if (auto written = write_whole_file(path.string(), text); !written) return written;
  }
  return {};
}

}  // namespace gcrucible::cli
