//! Tells the library how it was compiled: the compiler's own flags do not say whether a build with debug assertions is optimised.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    if var("OPT_LEVEL") != "0" {
        println!("cargo:rustc-env=SPIELWERK_OPTIMISED=1");
    }
    println!("cargo:rustc-env=SPIELWERK_TARGET={}", var("TARGET"));
    let compiler = std::process::Command::new(var("RUSTC")).arg("--version").output();
    let version = compiler.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    println!("cargo:rustc-env=SPIELWERK_RUSTC={version}");
}
