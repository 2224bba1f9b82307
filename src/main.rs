//! The `punchboard` program.

fn main() -> std::process::ExitCode {
    punchboard::cli::main()
}
